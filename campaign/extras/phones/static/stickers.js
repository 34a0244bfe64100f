// The stickers that the own board gets: a tap marks the square, one more puts the sticker there.
import { cellUnder, make, picture, shape } from "/static/elements.js";

let which = 0; // which of the stickers
let square = "";

export function draw(place, view, device) {
  const spot = view.play;
  const { words } = device;
  which = Math.min(which, spot.rights.length - 1);
  const right = spot.rights[which];
  const next = (which + 1) % spot.rights.length;
  if (!right.squares.includes(square)) square = "";
  const board = picture(spot.board);
  const says = make("p", { id: "says", "aria-live": "polite" });
  const keys = right.kinds.map((kind) =>
    make(
      "button",
      { class: "act", "data-kind": kind.id, onclick: () => device.answer(`${kind.id} ${square}`) },
      right.kinds.length > 1 ? `${kind.words}: ${words.put}` : words.put,
    ),
  );
  const holder = make(
    "div",
    { class: "board", id: "board", tabindex: "0", role: "application", "aria-label": words.stickerBoard },
    board,
  );
  const marks = shape("g", { class: "squares" });
  board.append(marks);
  const onBoard = right.squares.filter((name) => /^[A-Z]\d+$/.test(name));
  const elsewhere = right.squares.filter((name) => !/^[A-Z]\d+$/.test(name));

  function paint(why = "") {
    marks.replaceChildren(
      ...onBoard.map((name) =>
        shape("rect", {
          x: spot.left + (name.charCodeAt(0) - 65) * spot.cell + 3,
          y: spot.top + (Number(name.slice(1)) - 1) * spot.cell + 3,
          width: spot.cell - 6,
          height: spot.cell - 6,
          rx: 8,
          class: name === square ? "chosen" : "",
        }),
      ),
    );
    for (const key of keys) key.disabled = !square;
    says.textContent = why || square || words.onto;
  }

  function choose(name) {
    square = right.squares.includes(name) ? name : "";
    paint(square ? "" : words.notThere.replace("{square}", name));
  }

  board.addEventListener("click", (event) => {
    const cell = cellUnder(event, board, spot);
    if (cell) choose(`${String.fromCharCode(65 + cell[0])}${cell[1] + 1}`);
  });
  holder.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (by) {
      const all = right.squares;
      choose(all[(all.indexOf(square) + by + all.length) % all.length]);
    } else if (event.key === "Enter" && square) keys[0].click();
    else return;
    event.preventDefault();
  });
  paint();
  place.replaceChildren(
    holder,
    make(
      "div",
      { class: "under" },
      make("h2", {}, words.owed.replace("{what}", right.words), make("small", { class: "dim" }, ` ${right.why}`)),
      says,
      elsewhere.length
        ? make("div", { class: "choose" }, ...elsewhere.map((name) => make("button", { onclick: () => choose(name) }, name)))
        : null,
      make(
        "div",
        { class: "keys" },
        spot.rights.length > 1
          ? make("button", { onclick: () => { which = next; square = ""; draw(place, view, device); } }, words.first.replace("{what}", spot.rights[next].words))
          : null,
        ...keys,
      ),
      view.back ? make("button", { class: "back", onclick: () => device.back() }, `${words.back}: ${view.back}`) : null,
    ),
  );
}
