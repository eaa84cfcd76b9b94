import { useEffect, useRef } from "react";
import { strings as all } from "#strings/quality.ts";
import styles from "./ConfusionTable.module.css";
import type { ConfusionMatrix } from "./confusion.ts";

const strings = all.confusion;

/** In pixels; with very many labels a cell is one. */
const SIZE = 600;
/** The faintest cell that differs from an empty one. */
const LEAST = 0.15;

interface HeatMapProps extends Pick<ConfusionMatrix, "labels" | "share"> {
  /** What its rows are, such as `Final label`. */
  readonly rows: string;
}

/** The table of many labels as a picture: a cell is the stronger, the larger its share of the row. */
export function HeatMap({ labels, share, rows }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      if (canvas.current !== null) drawCells(canvas.current, { labels, share });
    };
    draw();
    const theming = new MutationObserver(draw);
    theming.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => theming.disconnect();
  }, [labels, share]);
  const name = strings.heat(labels.length, rows);
  return (
    <figure className={styles.heat}>
      <canvas ref={canvas} className={styles.map} role="img" aria-label={name} />
      <figcaption className={styles.note}>{name}</figcaption>
    </figure>
  );
}

function drawCells(
  canvas: HTMLCanvasElement,
  { labels, share }: Pick<ConfusionMatrix, "labels" | "share">,
): void {
  const cell = Math.max(1, Math.floor(SIZE / labels.length));
  canvas.width = cell * labels.length;
  canvas.height = cell * labels.length;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const tokens = getComputedStyle(canvas);
  const [right, wrong, ground] = ["--good", "--bad", "--sunken"].map((token) =>
    tokens.getPropertyValue(token).trim(),
  );
  context.fillStyle = ground ?? "";
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [row, accepted] of labels.entries()) {
    for (const [column, answer] of labels.entries()) {
      const part = share(accepted, answer);
      if (part === 0) continue;
      context.globalAlpha = LEAST + (1 - LEAST) * part;
      context.fillStyle = (row === column ? right : wrong) ?? "";
      context.fillRect(column * cell, row * cell, cell, cell);
    }
  }
  context.globalAlpha = 1;
}
