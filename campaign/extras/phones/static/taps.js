// A tap is for what somebody has seen. One that comes right after something else was drawn was for
// what stood there before: the second tap of a double tap, or one while another phone answers.

const NOTICED = 300; // ms, in which nobody sees what is new and taps on it
let drawn = -NOTICED;

/** Something else is asked from now on. */
export function asksAnew() {
  drawn = new Event("drawn").timeStamp;
}

addEventListener("click", (event) => {
  // No detail: by a key. A tap may also be a little older than what is drawn.
  if (!event.detail || Math.abs(event.timeStamp - drawn) >= NOTICED) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
