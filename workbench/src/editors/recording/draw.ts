import { drawSegments } from "./draw-segments.ts";
import { drawSpectrogram } from "./draw-spectrogram.ts";
import { type Band, xOf } from "./layout.ts";
import type { Scene } from "./scene.ts";
import type { Look } from "./sound.ts";
import { ticksOf, type View } from "./view.ts";

/** Quiet recordings are drawn up to this many times as high. */
const MAX_GAIN = 8;

const FONT = "12px system-ui, sans-serif";

/** Draws a recording and its segments in the colors that `element` has in the current theme. */
export function drawScene(context: CanvasRenderingContext2D, element: Element, scene: Scene): void {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name);
  const paint = (color: string) => (color.startsWith("var(") ? token(color.slice(4, -1)) : color);
  const { layout, view, whole, duration } = scene;
  const ink = {
    ink: token("--ink"),
    quiet: token("--ink-quiet"),
    line: token("--line"),
    accent: token("--accent"),
  };
  context.clearRect(0, 0, layout.width, layout.height);
  context.font = FONT;
  context.textBaseline = "middle";
  const gain = gainOf(whole);
  drawRuler(context, scene, ink);
  context.fillStyle = token("--line-strong");
  if (scene.look !== undefined)
    drawPeaks(context, layout.wave, layout.width, { look: scene.look, view, gain });
  drawSpectrogram(context, scene);
  drawSegments(context, scene, paint);
  drawMarks(context, scene, ink.accent);
  drawOverview(context, scene, { ...ink, surface: token("--sunken"), wave: token("--line-strong") });
  if (whole !== undefined)
    drawPeaks(context, layout.overview, layout.width, { look: whole, view: { from: 0, to: duration }, gain });
  drawWindow(context, scene, ink.accent);
}

function gainOf(whole: Look | undefined): number {
  const loudest = whole?.peaks.reduce((most, value) => Math.max(most, Math.abs(value)), 0) ?? 0;
  return loudest === 0 ? 1 : Math.min(0.95 / loudest, MAX_GAIN);
}

interface Drawn {
  readonly look: Look;
  readonly view: View;
  readonly gain: number;
}

/** The peaks of a look, which may be of an earlier view until the one for this view arrives. */
function drawPeaks(
  context: CanvasRenderingContext2D,
  { top, height }: Band,
  width: number,
  { look, view, gain }: Drawn,
): void {
  const columns = look.peaks.length / 2;
  const first = xOf(look.view.from, view, width);
  const perColumn = (xOf(look.view.to, view, width) - first) / columns;
  const middle = top + height / 2;
  const scale = (gain * height) / 2;
  context.beginPath();
  for (let column = 0; column < columns; column += 1) {
    const x = first + column * perColumn;
    if (x > width || x + perColumn < 0) continue;
    const [low = 0, high = 0] = [look.peaks[2 * column], look.peaks[2 * column + 1]];
    context.rect(x, middle - high * scale, Math.max(perColumn, 0.5), Math.max((high - low) * scale, 1));
  }
  context.fill();
}

interface Ink {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
}

function drawRuler(context: CanvasRenderingContext2D, { layout, view }: Scene, { quiet, line }: Ink): void {
  const { ruler, width, overview } = layout;
  for (const { at, text } of ticksOf(view, width)) {
    const x = Math.round(xOf(at, view, width));
    context.fillStyle = line;
    if (text !== null) context.fillRect(x, ruler.height, 1, overview.top - ruler.height);
    context.fillStyle = quiet;
    context.fillRect(x, ruler.height - (text === null ? 4 : 10), 1, text === null ? 4 : 10);
    if (text !== null) context.fillText(text, x + 4, ruler.height / 2);
  }
  for (const { top } of layout.lanes) {
    context.fillStyle = line;
    context.fillRect(0, top, width, 1);
  }
}

/** Comments, and the start of a segment that waits for its end. */
function drawMarks(
  context: CanvasRenderingContext2D,
  { layout, view, comments, inAt }: Scene,
  accent: string,
): void {
  context.fillStyle = accent;
  const { top } = layout.wave;
  for (const { number, time } of comments) {
    const x = xOf(time, view, layout.width);
    context.fillRect(x, top, 1, layout.overview.top - top);
    context.fillText(`#${number}`, x + 4, top + 10);
  }
  if (inAt === null) return;
  const x = xOf(inAt, view, layout.width);
  context.fillRect(x, top, 2, layout.wave.height);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x + 8, top + 5);
  context.lineTo(x, top + 10);
  context.fill();
}

interface OverviewInk extends Ink {
  readonly surface: string;
  readonly wave: string;
}

function drawOverview(
  context: CanvasRenderingContext2D,
  { layout: { overview, width } }: Scene,
  { surface, line, wave }: OverviewInk,
): void {
  context.fillStyle = surface;
  context.fillRect(0, overview.top, width, overview.height);
  context.fillStyle = line;
  context.fillRect(0, overview.top, width, 1);
  context.fillStyle = wave;
}

/** The view, in the overview. */
function drawWindow(
  context: CanvasRenderingContext2D,
  { layout, view, duration }: Scene,
  accent: string,
): void {
  const { overview, width } = layout;
  const all = { from: 0, to: duration };
  const x = xOf(view.from, all, width);
  context.strokeStyle = accent;
  context.lineWidth = 2;
  context.strokeRect(
    x + 1,
    overview.top + 1,
    Math.max(xOf(view.to, all, width) - x - 2, 4),
    overview.height - 2,
  );
}
