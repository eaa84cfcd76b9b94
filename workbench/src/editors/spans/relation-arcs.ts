import { StateEffect, StateField } from "@codemirror/state";
import { type EditorView, type LayerMarker, layer } from "@codemirror/view";
import styles from "./Spans.module.css";

/** A relation to draw: the starts of its two spans in UTF-16 units. */
export interface Arc {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly color: string;
  readonly isSelected: boolean;
}

/** Replaces the drawn relations. */
export const showArcs = StateEffect.define<readonly Arc[]>();

const shownArcs = StateField.define<readonly Arc[]>({
  create: () => [],
  update: (arcs, { effects }) => effects.find((effect) => effect.is(showArcs))?.value ?? arcs,
});

/** Arcs above the text, only for relations with an end in view. */
export const relationArcs = [
  shownArcs,
  layer({
    above: true,
    class: styles.arcs ?? "",
    update: ({ geometryChanged, viewportChanged, transactions }) =>
      geometryChanged ||
      viewportChanged ||
      transactions.some(({ effects }) => effects.some((effect) => effect.is(showArcs))),
    markers: (view) => {
      const { from, to } = view.viewport;
      const isInSight = (offset: number) => offset >= from && offset <= to;
      return view.state
        .field(shownArcs)
        .filter((arc) => isInSight(arc.from) || isInSight(arc.to))
        .map((arc) => new ArcMarker(arc, pointOf(view, arc.from), pointOf(view, arc.to)));
    },
  }),
];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The upper left corner of a character, relative to the text; the start of its line if it is out of view. */
function pointOf(view: EditorView, offset: number): Point {
  const { left, top } = view.scrollDOM.getBoundingClientRect();
  const { scrollLeft, scrollTop } = view.scrollDOM;
  const at = view.coordsAtPos(offset, 1);
  if (at !== null) return { x: at.left - left + scrollLeft + 6, y: at.top - top + scrollTop };
  const line = view.lineBlockAt(offset);
  return { x: 24, y: line.top + view.documentPadding.top };
}

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 12;

class ArcMarker implements LayerMarker {
  readonly arc: Arc;
  readonly path: string;
  readonly middle: Point;

  constructor(arc: Arc, from: Point, to: Point) {
    const lift = HEIGHT + Math.min(10, Math.abs(from.x - to.x) / 40);
    const top = Math.min(from.y, to.y) - lift;
    this.arc = arc;
    this.middle = { x: (from.x + to.x) / 2, y: top + lift / 4 };
    this.path = `M${from.x} ${from.y}C${from.x} ${top} ${to.x} ${top} ${to.x} ${to.y}m-3.5 -5l3.5 5l3.5 -5`;
  }

  eq(other: LayerMarker): boolean {
    return other instanceof ArcMarker && other.path === this.path && other.arc === this.arc;
  }

  draw(): HTMLElement {
    const { label, color, isSelected } = this.arc;
    const place = document.createElement("div");
    place.className = styles.arc ?? "";
    place.style.setProperty("--label", color);
    const svg = document.createElementNS(SVG, "svg");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", this.path);
    path.setAttribute("stroke-width", isSelected ? "2.5" : "1.5");
    const name = document.createElementNS(SVG, "text");
    name.setAttribute("x", `${this.middle.x}`);
    name.setAttribute("y", `${this.middle.y}`);
    name.textContent = label;
    svg.append(path, name);
    place.append(svg);
    return place;
  }
}
