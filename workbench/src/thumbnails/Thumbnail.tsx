import { lazy, Suspense, useState } from "react";
import { strings } from "#strings/thumbnails.ts";
import type { ThumbnailSide } from "../api/content-path.ts";
import type { Size } from "../canvas/view.ts";
import type { Guidelines } from "../editors/editor.ts";
import { useContentUrl } from "../editors/media/use-content-url.ts";
import { Excerpt } from "./Excerpt.tsx";
import type { ThumbnailItem } from "./item.ts";
import { Segments } from "./Segments.tsx";
import styles from "./Thumbnail.module.css";

const Overlay = lazy(async () => ({ default: (await import("./Overlay.tsx")).Overlay }));

interface ThumbnailProps {
  readonly item: ThumbnailItem;
  /** Absent until it is known: the label is drawn then. */
  readonly project: Guidelines | undefined;
  /** The area to fill, in CSS pixels. */
  readonly size: Size;
}

/** The narrowest area in which a text is read, in CSS pixels. */
const READABLE = 100;

/** The largest area for which the smallest thumbnail is enough, in device pixels. */
const SMALL = 128;

/**
 * An item in a small area with its label on it: objects on the image, spans in the text, segments along the recording. The canvas loads
 * with the first label of an image.
 */
export function Thumbnail({ item, project, size }: ThumbnailProps) {
  const { file, excerpt, outline, label } = item;
  const isImage = file.content_type.startsWith("image/");
  const isSound = file.content_type.startsWith("audio/");
  const isRead = !isImage && (excerpt !== null || outline !== null) && size.width >= READABLE;
  const [isLoaded, setLoaded] = useState(false); // before, objects would lie on nothing
  const drawn = project !== undefined && label !== null ? { item, project, size } : undefined;
  return (
    <span
      className={styles.thumbnail}
      data-loads={!isLoaded || undefined}
      style={{ inlineSize: size.width, blockSize: size.height }}
    >
      {isImage && (
        <Picture
          item={item}
          side={size.width * devicePixelRatio > SMALL ? 512 : 128}
          onLoad={() => setLoaded(true)}
        />
      )}
      {!isImage && !isRead && (
        <span className={styles.kind}>
          {strings[isSound ? "audio" : excerpt === null || outline !== null ? "conversation" : "text"]}
        </span>
      )}
      {isLoaded && drawn !== undefined && (
        <Suspense fallback={null}>
          <Overlay {...drawn} />
        </Suspense>
      )}
      {isSound && drawn !== undefined && <Segments {...drawn} />}
      {isRead && (
        <span className={styles.text}>
          <Excerpt {...{ item, project }} />
        </span>
      )}
    </span>
  );
}

interface PictureProps {
  readonly item: ThumbnailItem;
  readonly side: ThumbnailSide;
  readonly onLoad: () => void;
}

function Picture({ item, side, onLoad }: PictureProps) {
  const { url, renew } = useContentUrl(item, side);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <span className={styles.kind}>{strings.failed}</span>;
  return (
    <img
      className={styles.picture}
      crossOrigin="anonymous"
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onLoad={onLoad}
      onError={() => void renew().catch(() => setFailed(true))}
    />
  );
}
