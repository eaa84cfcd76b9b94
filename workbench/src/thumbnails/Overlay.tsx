import { useLayoutEffect, useRef } from "react";
import { paintMasks } from "../canvas/mask-raster.ts";
import { paintFigure } from "../canvas/paint.ts";
import type { Figure } from "../canvas/shape.ts";
import type { Size } from "../canvas/view.ts";
import { findEditor } from "../editors/answer/registry.ts";
import type { Guidelines } from "../editors/editor.ts";
import { colorIn } from "./colors.ts";
import type { ThumbnailItem } from "./item.ts";
import styles from "./Thumbnail.module.css";

interface OverlayProps {
  readonly item: ThumbnailItem;
  readonly project: Guidelines;
  readonly size: Size;
}

/** The objects of an item's label over its image, which fits into `size`. */
export function Overlay({ item, project, size }: OverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) paintLabel(canvas.current, { item, project, size });
  }, [item, project, size]);
  return <canvas ref={canvas} className={styles.overlay} />;
}

function paintLabel(canvas: HTMLCanvasElement, { item: { file, label }, project, size }: OverlayProps): void {
  const context = canvas.getContext("2d");
  const { width, height } = file;
  const shapes = findEditor(project, { text: null, file })?.shapes?.(label, project) ?? [];
  if (context === null || width === null || height === null || shapes.length === 0) return;
  const figures = shapes.map(
    ({ label: name, shape }): Figure => ({
      shape,
      color: colorIn(project, name),
      isSuggestion: false,
      tag: name,
    }),
  );
  const density = devicePixelRatio;
  const area = { width: Math.round(size.width * density), height: Math.round(size.height * density) };
  Object.assign(canvas, area);
  const scale = Math.min(size.width / width, size.height / height); // as `object-fit: contain` places it
  const view = { scale, x: (size.width - width * scale) / 2, y: (size.height - height * scale) / 2 };
  context.setTransform(density, 0, 0, density, 0, 0);
  const masks = figures.flatMap(({ shape, ...look }) => (shape.kind === "mask" ? [{ shape, ...look }] : []));
  if (masks.length > 0) paintMasks(context, view, masks, { x: 0, y: 0, ...area }, density);
  for (const figure of figures) paintFigure(context, view, figure);
}
