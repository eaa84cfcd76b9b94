import type { Box } from "@assay/domain/box.ts";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Picture } from "../../canvas/picture.ts";
import { seen } from "../../canvas/view.ts";
import type { LabeledObject } from "./entry.ts";
import styles from "./ObjectEditor.module.css";
import type { ObjectSession } from "./session.ts";

interface MinimapProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly picture: Picture | undefined;
}

/** The longer side in CSS pixels. */
const SIDE = 150;

/**
 * The whole image with a frame around the part that the canvas shows; a press moves that part. It appears while the canvas does not show
 * the whole image. The wheel, Space with a drag and the keys move the view too, so it needs no keys of its own.
 */
export function Minimap<O extends LabeledObject>({ session, picture }: MinimapProps<O>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [part, setPart] = useState<Box>();
  const { width, height } = session.image;
  const scale = SIDE / Math.max(width, height);

  useEffect(() => {
    const { surface } = session;
    if (surface === undefined) return undefined;
    const follow = () => {
      const shown = seen(surface.view, surface.image, surface.page);
      setPart(shown.width < width || shown.height < height ? shown : undefined);
    };
    follow();
    return surface.onView(follow);
  }, [session, width, height]);

  const isShown = part !== undefined;
  useEffect(() => {
    const context = isShown ? canvas.current?.getContext("2d") : undefined;
    if (!context || picture === undefined) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    picture.draw(context, { scale, x: 0, y: 0 }, { x: 0, y: 0, width, height }, devicePixelRatio);
  }, [isShown, picture, scale, width, height]);

  if (part === undefined) return null;
  const center = (event: PointerEvent<HTMLElement>) => {
    const { surface } = session;
    if (surface === undefined || event.buttons !== 1) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const { view, page } = surface;
    surface.panBy([
      page.width / 2 - (((event.clientX - left) / scale) * view.scale + view.x),
      page.height / 2 - (((event.clientY - top) / scale) * view.scale + view.y),
    ]);
  };
  return (
    <div
      className={styles.minimap}
      style={{ inlineSize: width * scale, blockSize: height * scale }}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        center(event);
      }}
      onPointerMove={center}
    >
      <canvas
        ref={canvas}
        width={Math.round(width * scale * devicePixelRatio)}
        height={Math.round(height * scale * devicePixelRatio)}
      />
      <div
        className={styles.part}
        style={{
          translate: `${part.x * scale}px ${part.y * scale}px`,
          inlineSize: Math.max(2, part.width * scale),
          blockSize: Math.max(2, part.height * scale),
        }}
      />
    </div>
  );
}
