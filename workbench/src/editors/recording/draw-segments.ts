import { type Band, xOf } from "./layout.ts";
import type { Scene } from "./scene.ts";

/** Segments with less room show no text. */
const TEXT_PX = 24;

/** The segments in view, over the waveform and in their lanes, and what is being drawn. */
export function drawSegments(
  context: CanvasRenderingContext2D,
  { layout, view, segments, lanes, draft }: Scene,
  paint: (color: string) => string,
): void {
  const [ink, surface] = [paint("var(--ink)"), paint("var(--surface)")];
  const laneOf = new Map(lanes.map(({ name }, place) => [name, layout.lanes[place]]));
  for (const segment of segments) {
    if (segment.end < view.from || segment.start > view.to) continue;
    const x = xOf(segment.start, view, layout.width);
    const width = Math.max(xOf(segment.end, view, layout.width) - x, 1);
    const wave = { ...layout.wave, height: layout.wave.height + layout.spectrogram.height };
    context.fillStyle = paint(segment.color);
    const lane = laneOf.get(segment.label);
    drawSegment(context, segment.isSelected, { x, width, wave, lane });
    const band = lane ?? { top: wave.top, height: 20 };
    const left = Math.max(x, 0) + 4;
    const text = { x: left, band, room: x + width - 4 - left, ink };
    // over the peaks it needs a ground to be read
    if (width > TEXT_PX)
      drawText(context, segment.text, lane === undefined ? { ...text, ground: surface } : text);
  }
  if (draft === null) return;
  const band = laneOf.get(draft.lane ?? "") ?? layout.wave;
  const x = xOf(draft.start, view, layout.width);
  context.fillStyle = ink;
  context.globalAlpha = 0.2;
  context.fillRect(x, band.top, Math.max(xOf(draft.end, view, layout.width) - x, 1), band.height);
  context.globalAlpha = 1;
}

interface Bar {
  readonly x: number;
  readonly width: number;
  readonly wave: Band;
  readonly lane: Band | undefined;
}

/** A segment over the waveform and in its lane, in the color of the context. */
function drawSegment(
  context: CanvasRenderingContext2D,
  isSelected: boolean,
  { x, width, wave, lane }: Bar,
): void {
  context.globalAlpha = isSelected ? 0.35 : 0.15;
  context.fillRect(x, wave.top, width, wave.height);
  context.globalAlpha = isSelected ? 0.75 : 0.45;
  context.fillRect(x, wave.top, 1, wave.height); // so that the texts of neighbors do not read as one
  if (lane !== undefined) context.fillRect(x, lane.top + 2, width, lane.height - 3);
  context.globalAlpha = 1;
  if (isSelected) for (const edge of [x, x + width]) context.fillRect(edge - 1, wave.top, 2, wave.height);
}

interface Text {
  readonly x: number;
  readonly band: Band;
  /** The width that the text may take. */
  readonly room: number;
  readonly ink: string;
  /** The color below the text; none leaves what is there. */
  readonly ground?: string;
}

function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  { x, band, room, ink, ground }: Text,
): void {
  if (band.height < 12) return;
  context.save();
  context.beginPath();
  context.rect(x, band.top, room, band.height);
  context.clip();
  if (ground !== undefined && text !== "") {
    context.fillStyle = ground;
    context.fillRect(x, band.top + 2, context.measureText(text).width + 4, band.height - 4);
  }
  context.fillStyle = ink;
  context.fillText(text, x, band.top + band.height / 2 + 1);
  context.restore();
}
