import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/images.ts";
import { strings as mediaStrings } from "#strings/editors/media.ts";
import { type Action, inGroup } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import type { Picture } from "../../canvas/picture.ts";
import { Pointers } from "../../canvas/pointers.ts";
import { Surface } from "../../canvas/surface.ts";
import { fitted } from "../../canvas/view.ts";
import { Button } from "../../design/Button.tsx";
import { IconButton } from "../../design/IconButton.tsx";
import { Notice } from "../../design/Notice.tsx";
import type { Item } from "../editor.ts";
import { Adjustments } from "./Adjustments.tsx";
import styles from "./ObjectEditor.module.css";
import type { Look } from "./session-state.ts";
import toolbar from "./Toolbar.module.css";
import { usePicture } from "./use-picture.ts";

interface ImageViewProps {
  readonly item: Item;
  readonly projectId: string;
  /** A text is typed beside it: then keys that type nothing fit and adjust the image, and the arrows, outside of the text, move it. */
  readonly isTyped?: boolean;
}

/** An image with zoom, pan and brightness. */
export function ImageView({ item, projectId, isTyped = false }: ImageViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const { picture, hasFailed, retry } = usePicture(item);
  const surface = useSurface(host, picture);
  const zoomBy = (factor: number) => {
    if (surface === undefined) return;
    const { x } = surface.view;
    surface.zoomBy(factor);
    // the beginnings of the lines that one copies stay in sight
    if (isTyped && x >= 0 && surface.view.x < 0) surface.panBy([-surface.view.x, 0]);
  };
  const fitKey = isTyped ? "Ctrl+0" : "Z";
  useActions(
    inGroup("view", [
      { id: "image.fit", title: strings.fit, keys: [fitKey], run: () => surface?.fit() },
      {
        id: "image.actual-size",
        title: strings.actualSize,
        keys: ["Shift+Z"],
        run: () => surface?.actualSize(),
      },
      {
        id: "image.zoom-in",
        title: strings.zoomIn,
        keys: ["Ctrl++", "Ctrl+="],
        run: () => zoomBy(1.25),
      },
      { id: "image.zoom-out", title: strings.zoomOut, keys: ["Ctrl+-"], run: () => zoomBy(0.8) },
      ...(isTyped ? panActions(surface) : []),
    ]),
  );
  const { width, height } = item.file;
  const ratio = width !== null && height !== null ? height / width : undefined;
  const [adjust] = useState(() => ({ brightness, contrast }: Look) => {
    host.current?.style.setProperty("filter", `brightness(${brightness}) contrast(${contrast})`);
  });
  return (
    <>
      <div className={toolbar.tools} role="toolbar" aria-label={strings.view}>
        <IconButton
          icon="plus"
          title={strings.zoomIn}
          hint={keyName(keyOf("image.zoom-in", "Ctrl++"))}
          onPress={() => zoomBy(1.25)}
        />
        <IconButton
          icon="minus"
          title={strings.zoomOut}
          hint={keyName(keyOf("image.zoom-out", "Ctrl+-"))}
          onPress={() => zoomBy(0.8)}
        />
        <IconButton
          icon="fit"
          title={strings.fit}
          hint={keyName(keyOf("image.fit", fitKey))}
          onPress={() => surface?.fit()}
        />
        <Adjustments onChange={adjust} projectId={projectId} usualKey={isTyped ? "F9" : "I"} />
      </div>
      <div className={styles.stage} style={{ "--ratio": ratio } as CSSProperties}>
        <div
          ref={host}
          className={styles.canvas}
          role="img"
          aria-label={mediaStrings.image(item.file.filename)}
        />
        {hasFailed && (
          <Notice tone="bad" title={mediaStrings.imageFailed}>
            <p>{mediaStrings.imageHelp(item.file.filename)}</p>
            <Button onPress={retry}>{mediaStrings.retry}</Button>
          </Notice>
        )}
      </div>
    </>
  );
}

/** Shows a picture in an element, where it can be moved and enlarged. */
function useSurface(
  host: RefObject<HTMLDivElement | null>,
  picture: Picture | undefined,
): Surface | undefined {
  const [surface, setSurface] = useState<Surface>();
  // before the first frame, so that a preloaded image is in it
  useLayoutEffect(() => {
    if (host.current === null || picture === undefined) return undefined;
    const opened = new Surface(host.current, picture.size, () => undefined);
    const pointers = new Pointers(host.current, opened, panning(opened));
    opened.setPicture(picture);
    const stopWatching = opened.onView(() => {
      // a finger then moves the picture, and does not answer
      host.current?.toggleAttribute(
        "data-zoomed",
        opened.view.scale > fitted(opened.image, opened.page).scale,
      );
    });
    setSurface(opened);
    return () => {
      stopWatching();
      pointers.close();
      opened.close();
      setSurface(undefined);
    };
  }, [host, picture]);
  return surface;
}

/** The CSS pixels by which an arrow moves the image. */
const STEP = 80;

/** Each arrow shows more of the image in its direction. */
function panActions(surface: Surface | undefined): readonly Action[] {
  const directions = [
    ["left", "ArrowLeft", [STEP, 0]],
    ["right", "ArrowRight", [-STEP, 0]],
    ["up", "ArrowUp", [0, STEP]],
    ["down", "ArrowDown", [0, -STEP]],
  ] as const;
  return directions.map(([name, key, by]) => ({
    ...{ id: `image.pan-${name}`, title: strings.pan, keys: [key] },
    run: () => surface?.panBy(by),
  }));
}

/** Dragging pans the image, because nothing is drawn on it. */
function panning(surface: Surface) {
  let last: readonly [number, number] | undefined;
  const end = () => {
    last = undefined;
  };
  return {
    down: ({ place }: { readonly place: readonly [number, number] }) => {
      last = place;
    },
    move: (touches: readonly { readonly place: readonly [number, number] }[]) => {
      const place = touches.at(-1)?.place;
      if (last === undefined || place === undefined) return;
      surface.panBy([place[0] - last[0], place[1] - last[1]]);
      last = place;
    },
    up: end,
    cancel: end,
    wheel: () => undefined,
  };
}
