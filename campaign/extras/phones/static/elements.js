// Elements of the page, made of what the server says: text stays text.

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
