// A tap is for what somebody has seen. One that comes right after something else was drawn was for
// what stood there before: the second tap of a double tap, or one while another phone answers.

const NOTICED = 300; // ms, in which nobody sees what is new and taps on it
let drawn = -NOTICED;

/** Something else is asked from now on. */
export function asksAnew() {
  drawn = new Event("drawn").timeStamp;
}

addEventListener("click", (event) => {
  if (!event.detail || event.timeStamp - drawn >= NOTICED) return; // no detail: by a key
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
