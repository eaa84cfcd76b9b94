import { xOf } from "./layout.ts";
import type { Scene } from "./scene.ts";
import type { Look } from "./sound.ts";
import type { Spectrogram } from "./spectrum.ts";

/** Red, green and blue at equal steps of loudness, from silence on: dark in both themes, and lighter with each step. */
const COLORS = [
  [8, 8, 24],
  [60, 20, 100],
  [150, 40, 110],
  [230, 90, 60],
  [250, 180, 60],
  [255, 250, 210],
] as const;

const PALETTE = paletteOf();

/** Kilohertz between two marks of the axis. */
const AXIS_KHZ = 2;

const pictures = new WeakMap<Look, HTMLCanvasElement>();

/** The spectrogram of the last look, and its axis. */
export function drawSpectrogram(context: CanvasRenderingContext2D, { layout, view, look }: Scene): void {
  const { top, height } = layout.spectrogram;
  if (height === 0) return;
  const [darkest] = COLORS;
  context.fillStyle = `rgb(${darkest.join(" ")})`;
  context.fillRect(0, top, layout.width, height);
  if (look === undefined || look.spectrogram === null) return;
  const x = xOf(look.view.from, view, layout.width);
  context.drawImage(
    pictureOf(look, look.spectrogram),
    x,
    top,
    xOf(look.view.to, view, layout.width) - x,
    height,
  );
  const highest = look.spectrogram.top / 1_000;
  context.fillStyle = "white";
  for (let khz = AXIS_KHZ; khz < highest; khz += AXIS_KHZ)
    context.fillText(`${khz} kHz`, 6, top + height * (1 - khz / highest));
}

function pictureOf(look: Look, { levels, columns, rows }: Spectrogram): HTMLCanvasElement {
  const kept = pictures.get(look);
  if (kept !== undefined) return kept;
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [columns, rows];
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < levels.length; at += 1) pixels[at] = PALETTE[levels[at] ?? 0] ?? 0;
  picture.getContext("2d")?.putImageData(image, 0, 0);
  pictures.set(look, picture);
  return picture;
}

/** The color of each level as the bytes of a pixel, in the order of browsers' machines: the lowest is red. */
function paletteOf(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, level) => {
    const place = (level / 255) * (COLORS.length - 1);
    const at = Math.min(Math.floor(place), COLORS.length - 2);
    const [one = COLORS[0], other = COLORS[0]] = [COLORS[at], COLORS[at + 1]];
    const [red = 0, green = 0, blue = 0] = one.map((value, channel) =>
      Math.round(value + ((other[channel] ?? 0) - value) * (place - at)),
    );
    return (0xff << 24) | (blue << 16) | (green << 8) | red;
  });
}
