// What a device is asked, drawn: choices, a board to tap, numbers, things one after the other.
// No rule of a game is here. Every line that is sent came from the server, or is put together of
// words that came from it; the server decides.
import { emblem, make, picture } from "/static/elements.js";
import { asksAnew } from "/static/taps.js";

let half = { version: null, path: [], chosen: [], counts: {} };
let shown = null;

/** What is asked, what was done, and the boards; a choice half made stays while nothing changes. */
export function draw(place, view, device) {
  if (half.version !== view.version) {
    half = { version: view.version, path: [], chosen: [], counts: {} };
    if (view.mine || shown?.view.mine) scrollTo(0, 0); // where the question stands
  }
  shown = { place, view, device };
  paint();
}

function paint() {
  const { place, view, device } = shown;
  const inside = place.contains(document.activeElement);
  const key = inside ? document.activeElement.dataset.key : null;
  const step = half.path.at(-1) ?? view.play;
  const says = view.play.says;
  const another = half.path.length
    ? button("another", [`‹ ${says.another}`], () => go(half.path.slice(0, -1)), "small")
    : null;
  const tapped = view.mine ? step.grid?.board : null;
  const { before, after } = view.mine ? asked(step, view.play) : { before: [], after: [] };
  const left = view.awaited.left && view.mine ? make("p", { class: "dim" }, view.awaited.left) : null;
  document.body.toggleAttribute("data-watches", view.seat === null);
  if (view.seat === null) return place.replaceChildren(table(view));
  // Two parts: side by side where the phone lies on its side.
  place.replaceChildren(
    make("div", {}, make("h2", { "aria-live": "polite" }, emblem(view.awaited.who), heading(view)), left, ...before),
    make(
      "div",
      {},
      ...after,
      ...view.play.facts.map((fact) => make("p", { class: "dim" }, fact)),
      view.last.length ? last(view, device) : null,
      ...boards(view.play, tapped, !view.mine),
    ),
  );
  if (inside) (find(place, key) ?? place.querySelector("button:not(:disabled)"))?.focus();
}

/** All boards for whoever watches, as large as the window has room for them; whose turn it is. */
function table(view) {
  const figure = (board) => {
    const titled = board.titled ? null : make("figcaption", {}, emblem(board.key), board.title);
    const turn = board.key === view.awaited.who ? "board awaited" : "board";
    const drawn = picture(board.svg);
    drawn.setAttribute("preserveAspectRatio", "xMidYMin meet"); // below its heading
    return make("figure", {}, titled, make("div", { class: turn }, drawn));
  };
  // A picture that is a row lies below the others, over the whole width.
  const [rows, boards] = [true, false].map((row) => view.play.boards.filter((one) => (one.width > 6 * one.height) === row));
  const figures = boards.map(figure);
  const strips = rows.map(figure);
  const all = make("div", { class: "watched" }, ...figures, ...strips);
  const fit = () => {
    if (!all.isConnected) return removeEventListener("resize", fit);
    const { width, top } = all.getBoundingClientRect();
    const heights = rows.map((one) => (width * one.height) / one.width + 16);
    const below = heights.reduce((sum, height) => sum + height, 0);
    const high = innerHeight - top - document.querySelector("footer").offsetHeight - below;
    const scale = (columns) => {
      const lines = Math.ceil(figures.length / columns);
      return Math.min(...boards.map((one) => Math.min(width / columns / one.width, high / lines / (one.height + 30))));
    };
    const counts = figures.map((_, i) => i + 1);
    const columns = counts.reduce((best, count) => (scale(count) > scale(best) * 1.02 ? count : best), 1);
    all.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const line = Math.max(180, (high - 8) / Math.ceil(figures.length / columns) - 10);
    for (const one of figures) one.style.height = `${line}px`;
    for (const [i, one] of strips.entries()) {
      one.style.height = `${heights[i]}px`;
      one.style.gridColumn = "1 / -1";
    }
  };
  addEventListener("resize", fit);
  requestAnimationFrame(fit);
  return make("div", { class: "table-view" }, make("h2", { "aria-live": "polite" }, emblem(view.awaited.who), heading(view)), all);
}

/** The step that is asked now, with the way back to the first one; a board comes before the rest. */
function asked(step, play) {
  const another = () => go(half.path.slice(0, -1));
  const before = [
    half.path.length ? button("another", [`‹ ${play.says.another}`], another) : null,
    step.title ? make("h3", {}, step.title) : null,
  ];
  const [board, below] = step.grid ? grid(step.grid, boardOf(play, step.grid), play.says) : [];
  const others = [
    ...(step.steppers ? steppers(step.steppers, play.says) : []),
    ...(step.basket ? basket(step.basket, play.says) : []),
    ...groups(step, play.says),
  ];
  return board
    ? { before: [...before, board], after: [below, ...others] }
    : { before: [...before, ...others], after: [] };
}

/** What is asked, and of whom. */
function heading(view) {
  const { when, who, what } = view.awaited;
  const name = view.seats.find((one) => one.seat === who)?.name ?? who;
  const before = [when, name].filter(Boolean).join(", ");
  return [before, view.play.question || what].filter(Boolean).join(": ");
}

/** What was done last, and the way to take it back. */
function last(view, device) {
  const back = `${device.words.back}: ${view.back}`;
  return make(
    "section",
    { class: "last" },
    make("h3", {}, view.play.says.last),
    make("ul", {}, ...view.last.slice(-3).map((move) => make("li", {}, move))),
    view.back ? button("back", [back], () => device.back()) : null,
  );
}

const find = (place, key) =>
  key && [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);

function go(path) {
  half = { ...half, path, chosen: [], counts: {} };
  paint();
  asksAnew();
  shown.place.querySelector("button:not(:disabled)")?.focus();
  shown.place.scrollIntoView({ block: "start" });
}

async function send(choice) {
  const { device, view } = shown;
  if (choice.lasting && !(await device.ask(`${choice.lasting}. ${view.play.says.sure}`))) return;
  await device.answer(choice.line, view.version);
}

function button(key, children, act, kind = "", attributes = {}) {
  const inside = children.flatMap((child) => [child, " "]); // a screen reader reads them apart
  return make("button", { type: "button", class: kind || null, "data-key": key, onclick: act, ...attributes }, ...inside);
}

// A choice is sent at once, or leads to the next step of the answer.
function choice(one, figures = false) {
  const act = () => (one.then ? go([...half.path, one.then]) : send(one));
  const words = [make("span", {class: "label"}, one.label)];
  if (one.price) words.push(make("span", {class: "price"}, one.price));
  if (one.words && one.words !== one.label) words.push(make("span", {class: "words"}, one.words));
  const kind = ["choice", figures && "figure", one.paint && `of-${one.paint}`].filter(Boolean).join(" ");
  return button(one.then ? `to ${one.label}` : `choice ${one.line}`, words, act, kind);
}

const MANY = 12; // Choices of which one is looked for by its words.

function groups(step, says) {
  const parts = step.groups.map((group) => {
    const some = make("div", {class: group.figures ? "figures" : "choices"},
      ...group.choices.map((one) => choice(one, group.figures)));
    return make("section", {class: "group"}, group.title ? make("h3", {}, group.title) : null, some);
  });
  const count = step.groups.reduce((sum, group) => sum + (group.figures ? 0 : group.choices.length), 0);
  return count > MANY ? [finder(parts, ".choice", says), ...parts] : parts;
}

// A field in which words are typed: what does not have them is hidden.
function finder(parts, kind, says) {
  const field = make("input", {type: "search", "aria-label": says.find, placeholder: says.find, autocomplete: "off"});
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const part of parts) {
      const all = [...part.querySelectorAll(kind)];
      for (const one of all) one.hidden = !words.every((word) => one.textContent.toLowerCase().includes(word));
      part.hidden = all.every((one) => one.hidden);
    }
  });
  return make("p", {class: "finder"}, field);
}

// A board: one tap chooses a square, or adds it to those chosen as long as a choice has them all.
function grid(asked, board, says) {
  const chosen = half.chosen;
  const holds = (one, squares) => squares.every((square) => one.of.includes(square));
  const tap = (at) => () => {
    let next = chosen.includes(at) ? chosen.filter((square) => square !== at) : [...chosen, at];
    if (!asked.choices.some((one) => holds(one, next))) next = [at];
    half = {...half, chosen: next};
    paint();
  };
  const place = make("div", { class: "board tappable" }, picture(board.svg));
  place.style.maxWidth = `calc(max(18rem, 100dvh - 11rem) * ${board.width / board.height})`;
  for (const square of asked.squares) {
    const key = `square ${square.at}`;
    const pressed = chosen.includes(square.at);
    const goes = !chosen.length || pressed || asked.choices.some((one) => holds(one, [...chosen, square.at]));
    const made = button(key, [], tap(square.at), goes ? "spot" : "spot other",
      {"aria-label": square.label, "aria-pressed": String(pressed), title: square.label});
    made.style.left = `${(100 * square.x) / board.width}%`;
    made.style.top = `${(100 * square.y) / board.height}%`;
    made.style.width = `${(100 * square.width) / board.width}%`;
    made.style.height = `${(100 * square.height) / board.height}%`;
    place.append(made);
  }
  const fits = chosen.length
    ? asked.choices.filter((one) => one.of.length === chosen.length && holds(one, chosen))
    : [];
  const plain = new Set([...chosen, ...fits.map((one) => one.label)]); // what is said anyway
  const words = asked.squares
    .filter((square) => chosen.includes(square.at) && !plain.has(square.label))
    .map((square) => make("span", { class: "lies" }, square.label));
  const below = chosen.length ? [...words, ...fits.map((one) => choice(one))] : [says.tap];
  return [place, make("div", {class: "choices tapped-on", "aria-live": "polite"}, ...below)];
}

const boardOf = (play, grid) => play.boards.find((board) => board.key === grid.board);

// Numbers: the choice is the one that has each kind as often as its number says.
function steppers(numbers, says) {
  const count = (kind) => half.counts[kind] ?? 0;
  const many = (one, kind) => one.of.filter((other) => other === kind).length;
  const all = (test) => (one) => numbers.kinds.every(({of}) => test(many(one, of), count(of), of));
  const change = (kind, by) => () => {
    half = {...half, counts: {...half.counts, [kind]: count(kind) + by}};
    paint();
  };
  const rows = numbers.kinds.map(({of, label}) => {
    const goes = numbers.choices.some(all((has, is, kind) => has >= is + (kind === of ? 1 : 0)));
    return make("div", {class: "stepper", role: "group", "aria-label": label},
      make("span", {class: "label"}, label),
      button(`less ${of}`, ["−"], change(of, -1), "", {"aria-label": `${label}: ${says.less}`, disabled: !count(of)}),
      make("output", {"aria-live": "polite"}, String(count(of))),
      button(`more ${of}`, ["+"], change(of, 1), "", {"aria-label": `${label}: ${says.more}`, disabled: !goes}));
  });
  const fits = numbers.choices.filter(all((has, is) => has === is));
  return [...rows, make("div", {class: "choices"}, ...fits.map((one) => choice(one)))];
}

// Things in the order of the taps, or of the list; of those that exclude each other the last one.
function basket(basket, says) {
  const chosen = half.chosen;
  const order = new Map(basket.things.map((one, i) => [one.word, i]));
  const often = (one) => chosen.filter((word) => word === one.word).length;
  const tap = (one) => () => {
    const others = one.instead
      ? chosen.filter((word) => basket.things[order.get(word)].instead !== one.instead)
      : chosen;
    const off = one.instead && often(one);
    half = {...half, chosen: off ? others : [...others, one.word]};
    paint();
  };
  const full = chosen.length >= basket.most;
  const thing = (one) => {
    const left = one.left - often(one);
    const words = [make("span", { class: "label" }, one.figure || one.label)];
    if (one.left > 1) words.push(make("span", { class: "price" }, `${left} ${says.left}`));
    if (one.words && !one.figure) words.push(make("span", { class: "words" }, one.words));
    const kind = ["choice", one.figure ? "figure" : "thing", one.paint && `of-${one.paint}`];
    const attributes = one.instead
      ? { "aria-pressed": String(often(one) > 0) }
      : { disabled: full || left < 1 };
    if (one.figure) attributes["aria-label"] = `${one.label}: ${one.figure}`;
    return button(`thing ${one.word}`, words, tap(one), kind.filter(Boolean).join(" "), attributes);
  };
  // Things that a figure tells apart stand in one row.
  const things = basket.things
    .filter((one, i) => !one.figure || one.instead !== basket.things[i - 1]?.instead)
    .map((one) => {
      if (!one.figure) return thing(one);
      const row = basket.things.filter((other) => other.instead === one.instead);
      return make("div", { class: `row of-${one.paint}` }, make("span", { class: "label" }, one.label), make("div", { class: "figures" }, ...row.map(thing)));
    });
  const words = basket.sorted ? [...chosen].sort((one, other) => order.get(one) - order.get(other)) : chosen;
  const line = [...words, basket.ends].filter(Boolean).join(" ");
  const remove = () => {
    half = {...half, chosen: chosen.slice(0, -1)};
    paint();
  };
  const list = make("div", { class: basket.sorted ? "choices" : "choices things" }, ...things);
  const begun = basket.row ? (basket.row - (basket.most % basket.row)) % basket.row : 0;
  const shownWords = words.map((word, i) => (basket.row && i && (i + begun) % basket.row === 0 ? `/ ${word}` : word));
  const count = `${says.chosen} ${chosen.length}${basket.most < 99 ? ` / ${basket.most}` : ""}: `;
  const long = !basket.sorted && basket.things.length > MANY;
  const would = basket.sorted ? make("p", { class: "would", role: "status" }) : null;
  if (would && line) look(line, would);
  return [
    make("p", { class: "chosen", "aria-live": "polite" }, count, make("span", { class: "line" }, shownWords.join(" ") || "–")),
    make(
      "div",
      { class: "send" },
      button("remove", [says.remove], remove, "", { disabled: !chosen.length }),
      button("send", [basket.send], () => send({ line }), "act", { disabled: !line }),
    ),
    would,
    long ? finder([list], ".thing", says) : null,
    list,
  ];
}

let looks = 0;

/** Say what a line would be worth, or why it cannot be. */
async function look(line, place) {
  const mine = ++looks;
  const seen = await shown.device.look(line);
  if (mine === looks) place.textContent = seen.why ?? seen.total;
}

// The table as it stands; a board that is tapped above is not drawn again. Whoever waits sees all.
function boards(play, tapped, all) {
  return play.boards
    .filter((board) => board.key !== tapped)
    .map((board, i) => {
      const holder = make("div", { class: "board" }, picture(board.svg));
      const first = i === 0 || all;
      if (first) return make("figure", {}, board.titled ? null : make("figcaption", {}, emblem(board.key), board.title), holder);
      const folded = make("details", { open: unfolded.has(board.key) }, make("summary", {}, emblem(board.key), board.title), holder);
      folded.addEventListener("toggle", () => (folded.open ? unfolded.add(board.key) : unfolded.delete(board.key)));
      return folded;
    });
}

const unfolded = new Set();
