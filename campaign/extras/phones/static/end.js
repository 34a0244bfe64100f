// The end of a game: the sheets, what follows, and the way to BG Stats.
import { emblem, make, picture } from "/static/elements.js";

/** The sheets, what follows from them, and whether they are kept. */
export function draw(place, view, device) {
  const { words } = device;
  place.replaceChildren(
    make(
      "div",
      { class: "end" },
      make(
        "div",
        {},
        winner(view.sheets),
        make("p", { class: "now" }, view.kept || (view.asks ? words.asks : words.over)),
        boards(view),
        sheet(view, words),
      ),
      make(
        "div",
        {},
        ...view.note.map((line) => make("p", {}, line)),
        make("div", { class: "keys" }, make("button", { class: "act", id: "share", onclick: () => share(view, device) }, words.share)),
        ...view.bgstats ? [toBgStats(view, words)] : [],
        ...view.bgstats && view.seat === null ? [toScan(words)] : [],
        ...view.back ? [make("button", { onclick: () => device.back() }, `${words.back}: ${view.back}`)] : [],
      ),
    ),
  );
}

/** Who has won, large. */
const winner = ({ winners, won, with: points }) =>
  make("div", { class: "winner" }, ...winners.map(emblem), make("h2", {}, won, make("small", {}, points)));

/** All boards as they ended. */
function boards({ play, seats }) {
  const name = (board) => seats.find((one) => one.seat === (board.seat ?? board.key))?.name;
  return make(
    "div",
    { class: "boards ended" },
    ...play.boards.map((board) =>
      make(
        "figure",
        { class: board.width > 2.5 * board.height ? "across" : null },
        board.titled ? null : make("figcaption", {}, emblem(board.seat ?? board.key), make("span", { class: "who" }, name(board) ?? board.title)),
        picture(board.svg ?? board.picture),
      ),
    ),
  );
}

/** The picture of the evening: to another program of the phone where that can be, else as a file. */
async function share(view, device) {
  const image = new Image();
  image.src = "/share.svg";
  try {
    await image.decode();
  } catch {
    return device.say(device.words.notSent);
  }
  const canvas = make("canvas", { width: 1200, height: 630 });
  canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
  const dots = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([dots], `${view.title}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The sheets beside each other, the best first, and why ties broke. */
export function sheet({ sheets }, words) {
  const { heads, rows, totals, ranks, notes } = sheets;
  const row = (label, cells, kind = "td") =>
    make("tr", {}, make("th", { scope: "row" }, label), ...cells.map((cell) => make(kind, {}, `${cell}`)));
  return make(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": words.sheet },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, make("td"), ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make(
        "tbody",
        {},
        ...rows.map(([label, ...cells]) => row(label, cells)),
        row(words.score, totals, "th"),
        row(words.rank, ranks),
      ),
    ),
    ...notes.map((line) => make("p", { class: "dim" }, line)),
  );
}

/** A link, followed only by whoever taps it. */
export function toBgStats(view, words) {
  return make(
    "a",
    { class: "button", href: view.bgstats, target: "_blank", rel: "noopener noreferrer", "data-bgstats": true },
    words.bgstats,
    make("small", {}, words.bgstatsWhy),
  );
}

/** What a phone sees that has scanned the code of the link. */
export function scanned(place, view, { words }) {
  place.replaceChildren(
    make("h2", {}, view.kept || view.title),
    make("div", { class: "choose" }, toBgStats(view, words), make("a", { class: "button", href: "/" }, words.title)),
  );
}

/** The code of the link, for phones that are not at the table. */
function toScan(words) {
  return make(
    "figure",
    { class: "scan" },
    make("img", { src: "/bgstats.svg", alt: words.bgstatsScan, width: 160, height: 160 }),
    make("figcaption", { class: "dim" }, words.bgstatsScan),
  );
}
