import { Direction, type EditorView, type LayerMarker, layer } from "@codemirror/view";
import { type Mark, showMarks, shownMarks } from "./marks.ts";
import styles from "./Spans.module.css";

/** The names of labels below the starts of their spans, outside the text, so that it stays where it is when a span is labeled. */
export const labelTags = layer({
  above: true,
  class: styles.tags ?? "",
  update: ({ geometryChanged, viewportChanged, transactions }) =>
    geometryChanged ||
    viewportChanged ||
    transactions.some(({ effects }) => effects.some((effect) => effect.is(showMarks))),
  markers: (view) => tagsOf(view, view.plugin(shownMarks)?.near ?? []),
});

/** One tag for all spans that start together; it ends before the next one in its line. */
function tagsOf(view: EditorView, marks: readonly Mark[]): Tag[] {
  const { left, top } = view.scrollDOM.getBoundingClientRect();
  const { scrollLeft, scrollTop } = view.scrollDOM;
  const isRightToLeft = view.textDirection === Direction.RTL;
  const tags: Tag[] = [];
  const starts = Map.groupBy(marks, ({ from }) => from);
  for (const from of [...starts.keys()].sort((one, other) => other - one)) {
    const at = view.coordsAtPos(from, 1);
    if (at === null) continue; // starts above what is in view
    const level = Math.max(
      ...marks.filter((mark) => mark.from <= from && mark.to > from).map((m) => m.level),
    );
    const label = (starts.get(from) ?? []).map((mark) => mark.label).join(" · ");
    const x = at.left - left + scrollLeft;
    const line = at.bottom - top + scrollTop;
    const y = line + Math.min(level, 1) * 3 + 2;
    const next = tags.at(-1)?.place;
    const room = next !== undefined && Math.abs(next.line - line) < 2 ? Math.abs(next.x - x) - 6 : null;
    tags.push(new Tag({ label, x, y, room, line, isRightToLeft }));
  }
  return tags;
}

interface Place {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  /** The width up to the next tag; null if its line has none. */
  readonly room: number | null;
  /** The bottom of its line. */
  readonly line: number;
  readonly isRightToLeft: boolean;
}

class Tag implements LayerMarker {
  readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  eq(other: LayerMarker): boolean {
    return other instanceof Tag && JSON.stringify(other.place) === JSON.stringify(this.place);
  }

  draw(): HTMLElement {
    const { label, x, y, room, isRightToLeft } = this.place;
    const tag = document.createElement("div");
    tag.className = styles.tag ?? "";
    tag.textContent = label;
    tag.style.cssText = `left: ${x}px; top: ${y}px; ${room === null ? "" : `max-width: ${room}px;`} ${isRightToLeft ? "translate: -100%" : ""}`;
    return tag;
  }
}
