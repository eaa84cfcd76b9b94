import type { CSSProperties } from "react";
import { strings } from "#strings/thumbnails.ts";
import type { Guidelines } from "../editors/editor.ts";
import { spanEntries, spansIn } from "../editors/spans/answer.ts";
import { offsetsOf } from "../editors/spans/offsets.ts";
import { colorIn } from "./colors.ts";
import type { ThumbnailItem } from "./item.ts";
import styles from "./Thumbnail.module.css";

interface ExcerptProps {
  readonly item: ThumbnailItem;
  readonly project: Guidelines | undefined;
}

/** The beginning of a text with the spans of its label, or what a conversation holds and how it begins. */
export function Excerpt({ item: { excerpt, outline, label }, project }: ExcerptProps) {
  const text = excerpt ?? "";
  const parts = project === undefined ? [{ from: 0, to: text.length }] : partsOf(text, label);
  return (
    <span className={styles.excerpt} dir="auto">
      {outline !== null && (
        <bdi className={styles.outline}>
          {strings.outline(
            strings.steps(outline.steps),
            strings.tools(outline.tools, outline.tool_count - outline.tools.length),
          )}
        </bdi>
      )}
      {parts.map(({ from, to, name }) =>
        name === undefined || project === undefined ? (
          text.slice(from, to)
        ) : (
          <mark key={from} title={name} style={{ "--label": colorIn(project, name) } as CSSProperties}>
            {text.slice(from, to)}
          </mark>
        ),
      )}
    </span>
  );
}

interface Part {
  /** In UTF-16 units, end exclusive. */
  readonly from: number;
  readonly to: number;
  /** The label of the part, of the shortest span where several cover it. */
  readonly name?: string | undefined;
}

/** Cuts a text at the edges of the spans that begin in it. */
export function partsOf(text: string, label: unknown): readonly Part[] {
  const { toUnit } = offsetsOf(text);
  const spans = [...spansIn(new Map(spanEntries(label))).values()]
    .map(({ start, end, label: name }) => ({
      from: toUnit(start),
      to: Math.min(toUnit(end), text.length),
      name,
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  return cuts.slice(1).map((to, place) => {
    const from = cuts[place] ?? 0;
    return { from, to, name: spans.find((span) => span.from <= from && span.to >= to)?.name };
  });
}
