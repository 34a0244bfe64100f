// Any game: what can be answered as buttons.
import { make, picture } from "/static/table.js";

export function draw(place, view, device) {
  const asked = view.awaited;
  const groups = view.mine ? view.play.groups : [];
  place.replaceChildren(
    make("h2", {}, asked ? [asked.when, asked.who, asked.what].filter(Boolean).join(", ") : ""),
    ...groups.map((group) =>
      make(
        "div",
        { class: "choose" },
        ...group.choices.map((choice) =>
          make(
            "button",
            { onclick: () => device.answer(choice.line) },
            choice.label,
            choice.words ? make("small", {}, choice.words) : null,
          ),
        ),
      ),
    ),
    ...(view.play.board ? [picture(view.play.board)] : []),
    ...(view.back
      ? [make("button", { onclick: () => device.back() }, `${device.words.back}: ${view.back}`)]
      : []),
  );
}
