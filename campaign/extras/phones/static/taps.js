// The second tap of a double tap is for what the first one was on. If something else stands there by
// then, such as the next question, it does nothing: nobody can have read that.

const DOUBLE = 350; // ms
const NEAR = 30; // px
let first = null;

/** What a tap is on, in words that are the same when it is drawn anew. */
function named(target) {
  const one = target.closest("button, a, summary, input");
  return one ? one.dataset.key || one.id || one.ariaLabel || one.value || one.textContent : "";
}

addEventListener("click", (event) => {
  if (!event.detail) return; // by a key
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const now = { at, x, y, on: named(event.target), version: document.body.dataset.version };
  const again = first && at - first.at < DOUBLE && Math.hypot(x - first.x, y - first.y) < NEAR;
  if (again && (now.on !== first.on || now.version !== first.version)) {
    first.at = at; // a third tap means the same
    event.preventDefault();
    event.stopImmediatePropagation();
  } else first = now;
}, true);
