/** The stretch of a recording that is in view; seconds. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** The shortest view in seconds: single waves of a voice are apart in it. */
const SHORTEST = 0.02;

/** A mark of the time ruler. */
export interface Tick {
  readonly at: number;
  /** Minor ticks have no text. */
  readonly text: string | null;
}

/** The distance in pixels between two texts of the ruler. */
const TEXT_PX = 90;

/** Minor ticks between two texts. */
const MINOR = 5;

/** Seconds between two texts. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600];

/** The view of that length that keeps the time `at` where it is, as far as the recording goes. */
export function zoomed(view: View, factor: number, at: number, duration: number): View {
  const length = view.to - view.from;
  const next = Math.min(Math.max(length * factor, Math.min(SHORTEST, duration)), duration);
  return within(at - ((at - view.from) / length) * next, next, duration);
}

/** The view `by` seconds later, or earlier if negative. */
export function shifted({ from, to }: View, by: number, duration: number): View {
  return within(from + by, to - from, duration);
}

/** A view with the stretch in its middle, with as much beside it as it is long. */
export function around(start: number, end: number, duration: number): View {
  const length = Math.min(Math.max((end - start) * 3, SHORTEST), duration);
  return within((start + end - length) / 2, length, duration);
}

/** The same view if `at` is in it; else one of the same length that begins a little before. */
export function including(view: View, at: number, duration: number): View {
  if (at >= view.from && at <= view.to) return view;
  return shifted(view, at - view.from - (view.to - view.from) / 20, duration);
}

function within(from: number, length: number, duration: number): View {
  const start = Math.min(Math.max(from, 0), Math.max(duration - length, 0));
  return { from: start, to: start + length };
}

/** The marks of the ruler over a view of that width in pixels. */
export function ticksOf({ from, to }: View, width: number): readonly Tick[] {
  const least = ((to - from) / Math.max(width, 1)) * TEXT_PX;
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least / 3_600) * 3_600;
  const minor = step / MINOR;
  const ticks: Tick[] = [];
  for (let number = Math.ceil(from / minor); number * minor <= to; number += 1) {
    const at = number * minor;
    ticks.push({ at, text: number % MINOR === 0 ? rulerText(at, step) : null });
  }
  return ticks;
}

/** `1:05`, `1:02:05` from an hour on, and with as many decimals as the step needs. */
function rulerText(seconds: number, step: number): string {
  const decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  const whole = Math.floor(seconds + 1e-6);
  const rest = (whole % 60) + (seconds - whole);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60)];
  const tail = Math.max(rest, 0)
    .toFixed(decimals)
    .padStart(decimals === 0 ? 2 : decimals + 3, "0");
  if (hours === 0) return `${minutes}:${tail}`;
  return `${hours}:${`${minutes % 60}`.padStart(2, "0")}:${tail}`;
}
