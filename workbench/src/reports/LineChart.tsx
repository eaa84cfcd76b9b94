import { useEffect, useRef } from "react";
import UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { strings as all } from "#strings/reports.ts";
import styles from "./LineChart.module.css";

/** A line: a value for each time, null for a gap. */
interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface LineChartProps {
  /** Says in words what the chart shows; the table beside it has the numbers. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** At most two: the second is dashed. */
  readonly lines: readonly Line[];
  readonly say: (value: number) => string;
  /** The end of the scale; as high as the values need without it. */
  readonly top?: number;
}

const HEIGHT = 220;
const DASH = [6, 4];
/** Whole days between the marks of the time, in seconds. */
const STEPS = [1, 2, 7, 14, 28].map((days) => days * 86_400);

/** Lines over time, without motion, in the colors of the theme. */
export default function LineChart({ label, times, lines, say, top }: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let chart: UPlot | undefined;
    const draw = () => {
      chart?.destroy();
      const options = optionsOf(element, { lines, say, top });
      chart = new UPlot(options, [[...times], ...lines.map(({ values }) => [...values])], element);
    };
    draw();
    const resizing = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
    resizing.observe(element);
    const theming = new MutationObserver(draw);
    theming.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      resizing.disconnect();
      theming.disconnect();
      chart?.destroy();
    };
  }, [times, lines, say, top]);
  return <div ref={frame} className={styles.chart} role="img" aria-label={label} />;
}

function optionsOf(
  element: HTMLElement,
  { lines, say, top }: Pick<LineChartProps, "lines" | "say"> & { readonly top: number | undefined },
): UPlot.Options {
  const tokens = getComputedStyle(element);
  const color = (name: string) => tokens.getPropertyValue(name).trim();
  const axis = {
    stroke: color("--ink-quiet"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
  };
  const colors = [color("--accent"), color("--ink-quiet")];
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (at) => UPlot.tzDate(new Date(at * 1000), "UTC"),
    cursor: { drag: { x: false, y: false } },
    legend: { markers: { width: 2, dash: (_chart, place) => (place > 1 ? "dashed" : "solid") } },
    hooks: { ready: [showNewest], setCursor: [showNewest] },
    scales: { y: { range: (_chart, _low, high) => [0, top ?? Math.max(1, high * 1.05)] } },
    axes: [
      { ...axis, size: 32, incrs: STEPS, values: (_chart, marks) => marks.map(sayDay) },
      { ...axis, size: 64, values: (_chart, marks) => marks.map(say) },
    ],
    series: [
      { label: all.perDay.day, value: "{YYYY}-{MM}-{DD}" },
      ...lines.map(({ name }, place) => ({
        label: name,
        stroke: colors[place] ?? "",
        width: 2,
        points: { show: true, size: 5, fill: colors[place] ?? "" },
        value: (_chart: UPlot, value: number | null) => (value === null ? "–" : say(value)),
        ...(place === 0 ? {} : { dash: DASH }),
      })),
    ],
  };
}

/** Names the newest values below the chart while the pointer is not on it: dashes would say nothing. */
function showNewest(chart: UPlot): void {
  const [times] = chart.data;
  if (chart.cursor.idx == null && times.length > 0) chart.setLegend({ idx: times.length - 1 }, false);
}

/** The day of a time in seconds, as `11-23`. */
function sayDay(at: number): string {
  return new Date(at * 1000).toISOString().slice(5, 10);
}
