import { use, useLayoutEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/images.ts";
import { strings as mediaStrings } from "#strings/editors/media.ts";
import { inGroup } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Pointers } from "../../canvas/pointers.ts";
import { Surface } from "../../canvas/surface.ts";
import { fitted } from "../../canvas/view.ts";
import { Button } from "../../design/Button.tsx";
import { IconButton } from "../../design/IconButton.tsx";
import { Notice } from "../../design/Notice.tsx";
import { BesideContext } from "../beside.ts";
import type { EditorProps, Item } from "../editor.ts";
import { Adjustments } from "../objects/Adjustments.tsx";
import styles from "../objects/ObjectEditor.module.css";
import type { Look } from "../objects/session-state.ts";
import toolbar from "../objects/Toolbar.module.css";
import { usePicture } from "../objects/use-picture.ts";
import { LabelSide } from "../text-classification/LabelSide.tsx";

/** The image, and the labels to choose from: one or several. */
export function ImageClassification(props: EditorProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.editor}>
        <ImageView item={props.item} projectId={props.project.id} />
        <div className={styles.side}>
          {use(BesideContext)}
          <LabelSide {...props} />
        </div>
      </div>
    </div>
  );
}

interface ImageViewProps {
  readonly item: Item;
  readonly projectId: string;
}

/** An image with zoom, pan and brightness. */
function ImageView({ item, projectId }: ImageViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<Surface>();
  const { picture, hasFailed, retry } = usePicture(item);
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
  }, [picture]);
  useActions(
    inGroup("view", [
      { id: "image.fit", title: strings.fit, keys: ["Z"], run: () => surface?.fit() },
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
        run: () => surface?.zoomBy(1.25),
      },
      { id: "image.zoom-out", title: strings.zoomOut, keys: ["Ctrl+-"], run: () => surface?.zoomBy(0.8) },
    ]),
  );
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
          onPress={() => surface?.zoomBy(1.25)}
        />
        <IconButton
          icon="minus"
          title={strings.zoomOut}
          hint={keyName(keyOf("image.zoom-out", "Ctrl+-"))}
          onPress={() => surface?.zoomBy(0.8)}
        />
        <IconButton
          icon="fit"
          title={strings.fit}
          hint={keyName(keyOf("image.fit", "Z"))}
          onPress={() => surface?.fit()}
        />
        <Adjustments onChange={adjust} projectId={projectId} />
      </div>
      <div className={styles.stage}>
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

/** Dragging pans the image, because this type draws nothing. */
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
