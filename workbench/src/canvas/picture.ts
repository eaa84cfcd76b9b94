import type { Box } from "@assay/domain/box.ts";
import { type Size, toPage, type View } from "./view.ts";

/** A decoded image that can be drawn at any scale without waiting. */
export interface Picture {
  readonly size: Size;
  /** Draws the part of the image in `area`. `density` is device pixels per CSS pixel. */
  readonly draw: (context: CanvasRenderingContext2D, view: View, area: Box, density: number) => void;
  /**
   * A copy of the part in `area`, in whole pixels, made smaller to `size`. The page stands still while it is copied: 2 ms or so for each
   * megapixel.
   */
  readonly crop: (area: Box, size: Size) => Promise<ImageBitmap>;
  /** Frees the memory of the pixels. */
  readonly close: () => void;
}

/** Larger images get a smaller copy, which is drawn at low zoom. */
const LARGE = 4_000_000;

/** The longer side of that copy. */
const OVERVIEW_SIDE = 2_048;

/** From this zoom on, pixels are drawn as squares. */
const SQUARES_FROM = 2;

/** Fetches an image and applies its EXIF orientation. Throws if it is missing or cannot be decoded. */
export async function fetchImage(url: string): Promise<HTMLImageElement> {
  const element = new Image();
  element.crossOrigin = "anonymous"; // where the store serves it, so that it does not taint canvases
  element.decoding = "async";
  element.src = url;
  await element.decode();
  return element;
}

/** Fetches and decodes an image; throws like `fetchImage`. */
export async function openPicture(url: string): Promise<Picture> {
  const element = await fetchImage(url);
  const size = { width: element.naturalWidth, height: element.naturalHeight };
  const whole = await createImageBitmap(element);
  const overview = size.width * size.height > LARGE ? await smallCopy(whole, size) : undefined;
  return {
    size,
    draw(context, view, area, density) {
      const isFar = overview !== undefined && view.scale * density <= overview.width / size.width;
      const source = isFar ? overview : whole;
      const share = source.width / size.width;
      // only below a half does "low" skip pixels, and "medium" costs 8 ms for 1,600 × 1,200
      const isReduced = view.scale * density < share / 2;
      const [x, y] = toPage(view, [area.x, area.y]);
      context.imageSmoothingEnabled = view.scale < SQUARES_FROM;
      context.imageSmoothingQuality = isReduced && (isFar || overview === undefined) ? "medium" : "low";
      context.drawImage(
        source,
        ...([area.x * share, area.y * share, area.width * share, area.height * share] as const),
        ...([x, y, area.width * view.scale, area.height * view.scale] as const),
      );
    },
    crop({ x, y, width, height }, { width: resizeWidth, height: resizeHeight }) {
      const isSmaller = resizeWidth < width || resizeHeight < height;
      const small = { resizeWidth, resizeHeight, resizeQuality: "medium" } as const;
      return createImageBitmap(whole, x, y, width, height, isSmaller ? small : {});
    },
    close() {
      whole.close();
      overview?.close();
    },
  };
}

function smallCopy(whole: ImageBitmap, { width, height }: Size): Promise<ImageBitmap> {
  const share = Math.min(1, OVERVIEW_SIDE / Math.max(width, height));
  return createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(width * share)),
    resizeQuality: "high",
  });
}
