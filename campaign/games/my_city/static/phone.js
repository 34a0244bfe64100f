// My City: the card, the board, and the building under the finger. Which places are legal the
// server has said; here is only where the finger is.
import { cellUnder, make, picture, shape } from "/static/elements.js";
import { Laying } from "/static/my-city/laying.js";

let at = null; // the building that lies: {column, row, turns}, and the cell that was tapped
let asked = ""; // the card and the version of the board that it lies on
let looks = 0; // the newest question what a place would do

/** What of a view is drawn for a seat: nothing that the others answer changes it. */
export function content(view) {
  if (view.seat === null) return undefined;
  const { tokens, ...play } = view.play;
  return JSON.stringify([view.seat, view.mine, view.back, view.awaited !== null, tokens[view.seat], play]);
}

export function draw(place, view, device) {
  if (view.seat === null) return table(place, view, device);
  const now = `${view.play.number} ${view.play.card?.name} ${view.play.place !== null}`;
  const focused = document.activeElement?.id;
  if (now !== asked) at = null;
  asked = now;
  if (view.play.cards.length && view.mine) reveal(place, view, device);
  else own(place, view, device);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** The card that is answered; before it comes, which one is due. */
function heading(view, words) {
  const { card, number, tokens } = view.play;
  const own = view.seat ? make("span", {}, `${words.token} ${tokens[view.seat]}`) : null;
  return make(
    "div",
    { class: "card" },
    make("h2", {}, make("span", { class: "name" }, card?.name ?? ""), make("small", {}, make("span", {}, number), own ? " · " : null, own)),
    card ? picture(card.picture) : null,
  );
}

/** The card, who stands where, and all boards, for whoever watches. */
function table(place, view, device) {
  const name = (seat) => view.seats.find((one) => one.seat === seat).name;
  place.replaceChildren(
    make(
      "div",
      { class: "overview" },
      make("div", {}, heading(view, device.words), standings(view, device.words)),
      make(
        "div",
        { class: "boards" },
        ...view.play.boards.map(({ seat, picture: board }) =>
          make(
            "figure",
            { "data-seat": seat },
            make("figcaption", {}, make("span", { class: "who" }, name(seat)), make("span", {}, `${device.words.token} ${view.play.tokens[seat]}`)),
            picture(board),
          ),
        ),
      ),
    ),
  );
}

/** A row a seat: who has answered, what the sheet would say now, the marks of the campaign. */
function standings(view, words) {
  const heads = [words.token, words.points, ...(view.marks ? [words.marks] : [])];
  const sign = (one) => ({ true: " ✓", false: " …" })[one.answered] ?? "";
  return make(
    "table",
    { class: "standings" },
    make("thead", {}, make("tr", {}, make("td"), ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make(
      "tbody",
      {},
      ...view.seats.map((one) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, one.name, make("span", { "aria-hidden": "true" }, sign(one))),
          make("td", {}, `${view.play.tokens[one.seat]}`),
          make("td", {}, `${one.points}`),
          view.marks ? make("td", {}, `${view.marks[one.seat]}`) : null,
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
  const { place: spot, boards, stated } = view.play;
  const board = picture(boards[0].picture);
  const says = make("p", { id: "says", "aria-live": "polite" }, spot ? device.words.tap : "");
  const build = make("button", { id: "build", class: "act", disabled: true }, device.words.build);
  const turn = make("button", { id: "turn", disabled: !spot }, device.words.turn);
  const holder = make("div", { class: "board" }, board);
  const controls = make("div", { class: "under" }, says);
  if (spot) {
    const byHand = spot.hand.map((rule) =>
      make(
        "button",
        { class: "by-hand", hidden: true, onclick: () => device.answer(`${holder.dataset.laid} hand ${rule}`) },
        `${device.words.hand}: ${rule}`,
      ),
    );
    controls.append(
      make("div", { class: "keys" }, turn, build),
      ...byHand,
      make(
        "div",
        { class: "apart" },
        spot.pass
          ? make("button", { id: "pass", title: spot.cost, onclick: () => device.answer(spot.pass) }, `${device.words.pass} (${spot.cost})`)
          : null,
        make("button", { id: "quit", onclick: () => leave(spot, device) }, device.words.quit),
      ),
    );
    laying(holder, board, view, device, { says, build, turn, byHand });
  } else if (stated) {
    controls.append(stating(stated, device));
  } else {
    says.textContent = view.awaited ? device.words.wait : "";
  }
  controls.append(
    ...back(view, device),
  );
  place.replaceChildren(heading(view, device.words), holder, controls);
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
function laying(holder, board, view, device, { says, build, turn, byHand }) {
  const spot = view.play.place;
  const lay = new Laying(spot);
  const marks = shape("g", { class: "marks" });
  const laid = shape("g", { class: "laid" });
  board.append(marks, laid);
  for (const [name, value] of Object.entries({
    id: "board", tabindex: "0", role: "application", "aria-label": device.words.board,
  })) holder.setAttribute(name, value);
  for (const [x, y] of lay.dots()) {
    marks.append(shape("circle", {
      cx: spot.left + (x + 0.5) * spot.cell, cy: spot.top + (y + 0.5) * spot.cell, r: 4,
    }));
  }

  function lie(piece) {
    at = piece;
    paint();
    ask();
  }

  function paint() {
    build.disabled = !at || !lay.fits(at);
    holder.classList.toggle("wrong", Boolean(at) && !lay.fits(at));
    for (const key of byHand) key.hidden = !at || lay.fits(at);
    holder.dataset.laid = at ? lay.name(at) : "";
    laid.replaceChildren(
      ...(at ? lay.cells(at) : []).map(([x, y]) =>
        shape("rect", {
          x: spot.left + x * spot.cell + 1, y: spot.top + y * spot.cell + 1,
          width: spot.cell - 2, height: spot.cell - 2, rx: 6, class: spot.paint,
        }),
      ),
    );
  }

  async function ask() {
    const mine = ++looks;
    const seen = await device.look(lay.name(at));
    if (mine !== looks || !says.isConnected) return;
    const done = [seen.words, seen.points, seen.total].filter(Boolean).join(". ");
    says.textContent = seen.why ?? `${lay.name(at)}: ${done}`;
    says.classList.toggle("why", Boolean(seen.why));
  }

  let drag = null;
  laid.addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event, board, spot);
    if (!cell) return;
    drag = { cell, from: at, moved: false };
    laid.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  laid.addEventListener("pointermove", (event) => {
    const cell = drag && cellUnder(event, board, spot);
    if (!cell) return;
    const to = lay.moved(drag.from, cell[0] - drag.cell[0], cell[1] - drag.cell[1]);
    if (to.column === at.column && to.row === at.row) return;
    drag.moved = true;
    lie(to);
  });
  laid.addEventListener("lostpointercapture", () => {
    // The click that ends a drag comes after this.
    setTimeout(() => { drag = null; });
  });
  board.addEventListener("click", (event) => {
    const cell = drag?.moved ? null : cellUnder(event, board, spot);
    if (cell) lie(lay.tapped(cell, at?.turns ?? 0));
  });
  const rotate = () => (at ? lie(lay.turned(at)) : device.say(device.words.tap));
  turn.addEventListener("click", rotate);
  build.addEventListener("click", () => device.answer(lay.name(at)));
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  holder.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step && !at) lie(lay.moved(lay.legal[0] ?? { column: 4, row: 4, turns: 0 }, 0, 0));
    else if (step) lie(lay.moved(at, ...step));
    else if (event.key === "r") rotate();
    else if (event.key === "Enter" && !build.disabled) build.click();
    else return;
    event.preventDefault();
  });
  paint();
  if (at) ask();
}
