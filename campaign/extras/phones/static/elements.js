// Elements of the page, made of what the server says: text stays text.
const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, and children or text; `on…` is a listener. */
export function make(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}

/** The picture in some text of the server, as an element. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
  return parsed ? document.adoptNode(parsed) : document.createTextNode("");
}

/** An element of a picture. */
export function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The emblem of a seat; nothing for a seat that has none. */
export function emblem(seat) {
  if (!document.getElementById(`emblem-${seat}`)) return null;
  const made = shape("svg", { viewBox: "0 0 24 24", class: "emblem", "aria-hidden": "true" });
  made.append(shape("use", { href: `#emblem-${seat}` }));
  return made;
}

/** The cell under a finger, [column, row]; null beside the board. */
export function cellUnder(event, board, spot) {
  const box = board.getBoundingClientRect();
  const { width, height } = board.viewBox.baseVal;
  // The picture keeps its shape inside its box: it may have room at its sides.
  const scale = Math.min(box.width / width, box.height / height);
  const x = (event.clientX - box.left - (box.width - width * scale) / 2) / scale;
  const y = (event.clientY - box.top - (box.height - height * scale) / 2) / scale;
  const column = Math.floor((x - spot.left) / spot.cell);
  const row = Math.floor((y - spot.top) / spot.cell);
  const inside = column >= 0 && row >= 0 && column < spot.columns && row < spot.rows;
  return inside ? [column, row] : null;
}
