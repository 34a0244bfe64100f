// My City: the card, the board, and the building under the finger. The server says which places are
// legal; this file only follows the finger.
import { cellUnder, emblem, make, picture, shape } from "/static/elements.js";
import { Laying } from "/static/my-city/laying.js";

let at = null; // the laid building: {column, row, turns}, and the cell that was tapped
let turns = 0; // the quarter turns of a building that is not laid yet
let asked = ""; // the episode, seat and card of the laid building
let looks = 0; // the number of the newest question about the effect of a place

/** The part of a view that is drawn for a seat; few answers of other seats change it. */
export function content(view) {
  if (view.seat === null) return undefined;
  const { tokens, ...play } = view.play;
  return JSON.stringify([view.seat, view.mine, view.back, view.awaited !== null, tokens[view.seat], pointsOf(view), play]);
}

export function draw(place, view, device) {
  if (view.seat === null) return table(place, view, device);
  const { episode, count, card, place: spot } = view.play;
  const now = `${episode} ${view.seat} ${count} ${card?.name} ${spot !== null}`; // the same in every language
  const focused = document.activeElement?.id;
  if (now !== asked) remembered(now, view.play.place);
  asked = now;
  own(place, view, device);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Lay the building again that was laid and not sent before the page was reloaded, if any. */
function remembered(now, spot) {
  const kept = JSON.parse(sessionStorage.getItem("laid") ?? "{}");
  at = kept.now === now && spot ? kept.at : null;
  turns = at?.turns ?? (spot ? new Laying(spot).firstTurns() : 0);
}

function remember(lies) {
  at = lies;
  turns = lies.turns;
  sessionStorage.setItem("laid", JSON.stringify({ now: asked, at }));
}

/** The player's score, the points that the laid building would add, and the card. */
function heading(view, words) {
  const { card, count, number, tokens } = view.play;
  return make(
    "div",
    { class: "card hud" },
    emblem(view.seat),
    make(
      "h2",
      {},
      make("span", { class: "name" }, scored(pointsOf(view), words)),
      make("small", { id: "gain", class: "gain", role: "status" }, tokenOf(tokens[view.seat], words)),
    ),
    make(
      "div",
      { class: "due" },
      card ? picture(card.picture) : null,
      make("small", { "aria-hidden": "true" }, count),
      make("span", { class: "heard" }, number),
    ),
  );
}

/** The token of a seat; a seat that has quit has words in its place. */
const tokenOf = (token, words) => (isNaN(token) ? token : `${words.token} ${token}`);

/** The points of the own seat, which may also change with what others build. */
const pointsOf = (view) => view.seats.find((one) => one.seat === view.seat).points;

/** A score in words; a score below zero is shown as the points still to win back. */
const scored = (points, words) =>
  (points < 0 ? words.toWin : words.points1).replace("{points}", Math.abs(points));

/** The card on the screen of the table, with its name and number. */
function due(view) {
  const { card, number } = view.play;
  return make(
    "div",
    { class: "card" },
    make("h2", {}, make("span", { class: "name" }, card?.name ?? ""), make("small", {}, number)),
    card ? picture(card.picture) : null,
  );
}

/** The card, the standings and all boards, for the screen of the table. */
function table(place, view, device) {
  const name = (seat) => view.seats.find((one) => one.seat === seat).name;
  place.replaceChildren(
    make(
      "div",
      { class: "overview" },
      make("div", {}, due(view), standings(view, device.words)),
      make(
        "div",
        { class: "boards" },
        ...view.play.boards.map(({ seat, picture: board }) =>
          make(
            "figure",
            { "data-seat": seat },
            make("figcaption", {}, emblem(seat), make("span", { class: "who" }, name(seat)), make("span", {}, tokenOf(view.play.tokens[seat], device.words))),
            picture(board),
          ),
        ),
      ),
    ),
  );
}

/** A row for each seat: whether it has answered, its points now, its marks in the campaign. */
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
          make("th", { scope: "row" }, emblem(one.seat), one.name, make("span", { "aria-hidden": "true" }, sign(one))),
          make("td", {}, `${view.play.tokens[one.seat]}`),
          make("td", {}, `${one.points}`),
          view.marks ? make("td", {}, `${view.marks[one.seat]}`) : null,
        ),
      ),
    ),
  );
}

/** The cards, each in the same place during the whole episode; a card that has come is grey. */
function sheet(view, device) {
  const rows = new Map();
  for (const card of view.play.cards) rows.set(card.row, [...(rows.get(card.row) ?? []), card]);
  const used = (card) => device.words.usedUp.replace("{card}", card.line);
  return make(
    "section",
    { class: "cards-sheet", "aria-labelledby": "which" },
    make("div", { class: "asks" }, make("h3", { id: "which" }, device.words.whichCard), back(view, device)),
    ...[...rows.values()].map((cards) =>
      make(
        "div",
        { class: "cards" },
        ...cards.map((card) =>
          make(
            "button",
            {
              "aria-label": card.used ? used(card) : card.line,
              class: card.last ? "last-card" : null,
              disabled: card.used,
              onclick: () => device.answer(card.line),
            },
            card.picture ? picture(card.picture) : make("span", {}, card.line),
          ),
        ),
      ),
    ),
  );
}

function back(view, device) {
  if (!view.back) return null;
  const words = `${device.words.back}: ${view.back}`;
  return make("button", { class: "back", onclick: () => device.back() }, words);
}

/** The player's board, and below it the effect of the laid building. */
function own(place, view, device) {
  const { place: spot, boards, stated, cards } = view.play;
  const board = picture(boards[0].picture);
  const says = make("p", { id: "says", "aria-live": "polite" }, spot ? device.words.tap : "");
  const build = make("button", { id: "build", class: "act", disabled: true }, device.words.build);
  const turn = make("button", { id: "turn", disabled: !spot }, device.words.turn);
  const holder = make("div", { class: "board" }, board);
  const cells = make("p", { id: "cells", class: "heard", role: "status" }); // for players who do not see the board
  const controls = make("div", { class: "under" }, cells, says);
  let lies = () => {};
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
        back(view, device),
        make("button", { id: "quit", onclick: () => leave(spot, device) }, device.words.quit),
      ),
    );
    lies = () => laying(holder, board, view, device, { cells, says, build, turn, byHand });
  } else if (stated) {
    controls.append(stating(stated, device));
  } else if (cards.length && view.mine) {
    says.remove();
    controls.append(sheet(view, device));
  } else {
    says.textContent = view.awaited ? device.words.wait : "";
  }
  if (!spot && !controls.querySelector(".cards-sheet")) controls.append(back(view, device) ?? "");
  place.replaceChildren(heading(view, device.words), holder, controls);
  lies();
}

async function leave(spot, device) {
  const { version } = device;
  if (await device.ask(device.words.quitWhy)) device.answer(spot.quit, version);
}

/** A field for the effect of a rule that the players apply by hand, typed as at the laptop. */
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
function laying(holder, board, view, device, { cells, says, build, turn, byHand }) {
  const spot = view.play.place;
  const lay = new Laying(spot);
  const marks = shape("g", { class: "marks" });
  const laid = shape("g", { class: "laid" });
  const ghost = shape("use", {});
  const gain = document.getElementById("gain");
  board.append(marks, laid);
  for (const [name, value] of Object.entries({
    id: "board", tabindex: "0", role: "application", "aria-label": device.words.board,
  })) holder.setAttribute(name, value);

  function lie(piece) {
    remember(piece);
    paint();
    ask();
  }

  /** Draw dots on the cells where a tap lays the building with its turns, and the laid building. */
  function paint() {
    marks.replaceChildren(...lay.dots(turns).map(([x, y]) => shape("circle", {
      cx: spot.left + (x + 0.5) * spot.cell, cy: spot.top + (y + 0.5) * spot.cell, r: 4.5,
    })));
    build.disabled = !at || !lay.fits(at);
    holder.classList.toggle("wrong", Boolean(at) && !lay.fits(at));
    for (const key of byHand) key.hidden = !at || lay.fits(at);
    holder.dataset.laid = at ? lay.name(at) : "";
    if (!at) return;
    cells.textContent = device.words.liesOn.replace("{cells}", lay.cellNames(at));
    const [x, y] = lay.corner(at);
    const shapeName = `#${spot.shapes[at.turns]}`;
    const settles = !ghost.isConnected || ghost.getAttribute("href") !== shapeName;
    ghost.setAttribute("href", shapeName);
    ghost.style.transform = `translate(${spot.left + x * spot.cell}px, ${spot.top + y * spot.cell}px)`;
    if (!ghost.isConnected) laid.append(ghost);
    if (settles) settle(laid);
  }

  async function ask() {
    const mine = ++looks;
    const seen = await device.look(lay.name(at));
    if (mine !== looks || !says.isConnected) return;
    says.textContent = seen.why ?? seen.words;
    says.classList.toggle("why", Boolean(seen.why));
    const signed = `${seen.gain < 0 ? "−" : "+"}${Math.abs(seen.gain)}`;
    gain.textContent = seen.why ? "" : device.words.withThis.replace("{points}", signed);
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
    // Keep `drag` until the click that ends the drag, which comes after this event.
    setTimeout(() => { drag = null; });
  });
  board.addEventListener("click", (event) => {
    const cell = drag?.moved ? null : cellUnder(event, board, spot);
    if (cell) lie(lay.tapped(cell, turns));
  });
  function rotate() {
    if (at) return lie(lay.turned(at));
    turns = (turns + 1) % 4;
    paint();
    show(turns);
  }
  /** Turn the card in the heading like the building. */
  function show(quarters) {
    const small = document.querySelector(".due svg");
    if (small) small.style.rotate = `${quarters * 90}deg`;
  }
  show(turns);
  turn.addEventListener("click", rotate);
  build.addEventListener("click", () => device.answer(lay.name(at)));
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  holder.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step && !at) lie({ ...lay.moved(lay.legalAs(turns)[0] ?? { column: 4, row: 4 }, 0, 0), turns });
    else if (step) lie(lay.moved(at, ...step));
    else if (event.key === "r") rotate();
    else if (event.key === "Enter" && !build.disabled) build.click();
    else return;
    event.preventDefault();
  });
  paint();
  if (at) ask();
}

/** Show the laid building with a short movement, unless the device asks for less movement. */
function settle(laid) {
  laid.classList.remove("settles");
  void laid.getBoundingClientRect(); // reading it restarts the movement
  laid.classList.add("settles");
}
