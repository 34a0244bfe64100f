// My City: the card, the board, and the building under the finger. Which places are legal the
// server has said; here is only where the finger is.
import { make, picture, say } from "/static/table.js";

const SVG = "http://www.w3.org/2000/svg";
let at = null; // the building that lies: {column, row, turns}, and the cell that was tapped
let asked = ""; // the card and the version of the board that it lies on
let looks = 0; // the newest question what a place would do

export function draw(place, view, device) {
  const now = `${view.play.number} ${view.play.card?.name} ${view.play.place !== null}`;
  const focused = document.activeElement?.id;
  if (now !== asked) at = null;
  asked = now;
  if (view.seat === null) table(place, view, device);
  else if (view.play.cards.length && view.mine) reveal(place, view, device);
  else own(place, view, device);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function heading(view) {
  const { card, number } = view.play;
  const shown = card ? picture(card.picture) : null;
  return make(
    "div",
    { class: "card" },
    make("h2", {}, make("span", { class: "name" }, card?.name ?? ""), make("small", {}, number)),
    shown,
  );
}

/** All boards, for whoever watches. */
function table(place, view) {
  const name = (seat) => view.seats.find((one) => one.seat === seat);
  place.replaceChildren(
    heading(view),
    make(
      "div",
      { class: "boards" },
      ...view.play.boards.map(({ seat, picture: board }) =>
        make(
          "figure",
          { "data-seat": seat, class: name(seat).answered ? "answered" : "" },
          make("figcaption", {}, make("span", { class: "who" }, name(seat).name), make("span", { class: "token" }, view.play.tokens[seat])),
          picture(board),
        ),
      ),
    ),
  );
}

/** Every card that may come, as its building. */
function reveal(place, view, device) {
  place.replaceChildren(
    make("h2", {}, device.words.whichCard),
    make(
      "div",
      { class: "cards" },
      ...view.play.cards.map((card) =>
        make(
          "button",
          { "aria-label": card.line, onclick: () => device.answer(card.line) },
          card.picture ? picture(card.picture) : null,
          make("span", {}, card.line),
        ),
      ),
    ),
    ...back(view, device),
  );
}

function back(view, device) {
  if (!view.back) return [];
  const words = `${device.words.back}: ${view.back}`;
  return [make("button", { class: "back", onclick: () => device.back() }, words)];
}

/** The own board, and under it what the building would do. */
function own(place, view, device) {
  const { place: spot, boards, tokens, stated } = view.play;
  const board = picture(boards[0].picture);
  const says = make("p", { id: "says", "aria-live": "polite" }, spot ? device.words.tap : "");
  const build = make("button", { id: "build", class: "act", disabled: true }, device.words.build);
  const turn = make("button", { id: "turn", disabled: !spot }, device.words.turn);
  const holder = make("div", { class: "board" }, board);
  const controls = make("div", { class: "under" }, heading(view), says);
  if (spot) {
    controls.append(
      make("div", { class: "keys" }, turn, build),
      make(
        "div",
        { class: "apart" },
        spot.pass
          ? make("button", { id: "pass", title: spot.cost, onclick: () => device.answer(spot.pass) }, `${device.words.pass} (${spot.cost})`)
          : null,
        make("button", { id: "quit", onclick: () => leave(spot, device) }, device.words.quit),
      ),
    );
    laying(holder, board, view, device, { says, build, turn });
  } else if (stated) {
    controls.append(stating(stated, device));
  } else {
    says.textContent = view.awaited ? device.words.wait : "";
  }
  controls.append(
    make("p", { class: "dim" }, `${device.words.token} ${tokens[view.seat]}`),
    ...back(view, device),
  );
  place.replaceChildren(holder, controls);
}

async function leave(spot, device) {
  if (await device.ask(device.words.quitWhy)) device.answer(spot.quit);
}

/** What a rule of the table gave: typed, as at the laptop. */
function stating(stated, device) {
  const field = make("input", { id: "stated", "aria-label": stated.rule, autocomplete: "off" });
  return make(
    "form",
    { onsubmit: (event) => { event.preventDefault(); device.answer(field.value); } },
    make("p", {}, `${stated.rule}: ${stated.words}`),
    make("p", { class: "dim" }, stated.bounds),
    make("div", { class: "keys" }, field, make("button", { class: "act" }, device.words.state)),
  );
}

/** Let the finger and the keys move the building over the board. */
function laying(holder, board, view, device, { says, build, turn }) {
  const spot = view.play.place;
  const cells = (piece) => spot.turns[piece.turns].map(([x, y]) => [piece.column + x, piece.row + y]);
  const name = (piece) => `${String.fromCharCode(65 + piece.column)}${piece.row + 1}/${piece.turns}`;
  const legal = spot.legal.map((words) => ({
    column: words.charCodeAt(0) - 65,
    row: Number(words.slice(1, words.indexOf("/"))) - 1,
    turns: Number(words.slice(words.indexOf("/") + 1)),
  }));
  const known = new Set(spot.legal);
  const same = (turns) => {
    // Turns that give the same shape are named by the fewest.
    const shape = JSON.stringify(spot.turns[turns]);
    return spot.turns.findIndex((other) => JSON.stringify(other) === shape);
  };
  const fits = (piece) => known.has(name({ ...piece, turns: same(piece.turns) }));
  const covers = (piece, [column, row]) => cells(piece).some(([x, y]) => x === column && y === row);
  const marks = document.createElementNS(SVG, "g");
  const laid = document.createElementNS(SVG, "g");
  marks.setAttribute("class", "marks");
  laid.setAttribute("class", "laid");
  board.append(marks, laid);
  holder.setAttribute("id", "board");
  holder.setAttribute("tabindex", "0");
  holder.setAttribute("role", "application");
  holder.setAttribute("aria-label", device.words.board);
  const dots = new Map();
  for (const piece of legal) for (const [x, y] of cells(piece)) dots.set(`${x} ${y}`, [x, y]);
  for (const [x, y] of dots.values()) {
    const dot = document.createElementNS(SVG, "circle");
    dot.setAttribute("cx", spot.left + (x + 0.5) * spot.cell);
    dot.setAttribute("cy", spot.top + (y + 0.5) * spot.cell);
    dot.setAttribute("r", 4);
    marks.append(dot);
  }

  function pushed(piece) {
    const shape = spot.turns[piece.turns];
    const low = (i) => Math.min(...shape.map((cell) => cell[i]));
    const high = (i) => Math.max(...shape.map((cell) => cell[i]));
    const column = Math.min(Math.max(piece.column, -low(0)), spot.columns - 1 - high(0));
    const row = Math.min(Math.max(piece.row, -low(1)), spot.rows - 1 - high(1));
    return { ...piece, column, row };
  }

  /** The building on a tapped cell: as it is turned where that fits, else as it would fit. */
  function tapped(cell, turns, others = true) {
    const [column, row] = cell;
    const first = { column, row, turns };
    if (fits(first)) return first;
    const near = legal.filter((piece) => covers(piece, cell));
    const turned = near.find((piece) => piece.turns === same(turns));
    if (turned) return { ...turned, turns };
    if (others && near.length) {
      return near.find((piece) => piece.column === column && piece.row === row) ?? near[0];
    }
    return pushed(first);
  }

  function lie(piece, cell) {
    at = { ...piece, cell };
    paint();
    ask();
  }

  function paint() {
    laid.replaceChildren();
    build.disabled = !at || !fits(at);
    holder.classList.toggle("wrong", Boolean(at) && !fits(at));
    if (!at) return;
    for (const [x, y] of cells(at)) {
      const cell = document.createElementNS(SVG, "rect");
      cell.setAttribute("x", spot.left + x * spot.cell + 1);
      cell.setAttribute("y", spot.top + y * spot.cell + 1);
      cell.setAttribute("width", spot.cell - 2);
      cell.setAttribute("height", spot.cell - 2);
      cell.setAttribute("rx", 6);
      cell.setAttribute("class", spot.paint);
      laid.append(cell);
    }
  }

  async function ask() {
    const mine = ++looks;
    const seen = await device.look(name(at));
    if (mine !== looks || !says.isConnected) return;
    const done = [seen.words, seen.points, seen.total].filter(Boolean).join(". ");
    says.textContent = `${name(at)}: ${seen.why ?? done}`;
    says.classList.toggle("why", Boolean(seen.why));
  }

  function cellUnder(event) {
    const box = board.getBoundingClientRect();
    const scale = board.viewBox.baseVal.width / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - spot.left) / spot.cell);
    const row = Math.floor(((event.clientY - box.top) * scale - spot.top) / spot.cell);
    const inside = column >= 0 && row >= 0 && column < spot.columns && row < spot.rows;
    return inside ? [column, row] : null;
  }

  let drag = null;
  laid.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event);
    if (!cell) return;
    drag = { cell, from: at, moved: false };
    laid.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  laid.addEventListener("pointermove", (event) => {
    const cell = drag && cellUnder(event);
    if (!cell) return;
    const column = drag.from.column + cell[0] - drag.cell[0];
    const row = drag.from.row + cell[1] - drag.cell[1];
    if (column === at.column && row === at.row) return;
    drag.moved = true;
    const piece = pushed({ ...drag.from, column, row });
    lie(piece, [piece.column, piece.row]);
  });
  laid.addEventListener("lostpointercapture", () => {
    setTimeout(() => { drag = null; });
  });
  board.addEventListener("click", (event) => {
    if (drag?.moved) return;
    const cell = cellUnder(event);
    if (cell) lie(tapped(cell, at?.turns ?? 0), cell);
  });
  function rotate() {
    if (!at) return say(device.words.tap);
    const turns = (at.turns + 1) % 4;
    lie(tapped(at.cell, turns, false), at.cell);
  }
  turn.addEventListener("click", rotate);
  build.addEventListener("click", () => device.answer(name({ ...at, turns: same(at.turns) })));
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  holder.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step && !at) lie(legal[0] ?? pushed({ column: 4, row: 4, turns: 0 }), [4, 4]);
    else if (step) {
      const piece = pushed({ ...at, column: at.column + step[0], row: at.row + step[1] });
      lie(piece, [piece.column, piece.row]);
    } else if (event.key === "r") rotate();
    else if (event.key === "Enter" && !build.disabled) build.click();
    else return;
    event.preventDefault();
  });
  paint();
  if (at) ask();
}
