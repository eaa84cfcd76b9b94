const [WIDTH, HEIGHT] = [640, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 50, 60];
const COLORS = ["#0057b8", "#b04a00", "#3a7d2c", "#6b4fa0"];

interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

type Point = readonly [x: number, y: number];

/** What a chart shows; names and labels are not escaped. */
export interface Chart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly { readonly name: string; readonly points: readonly Point[] }[];
  readonly marks: readonly { readonly name: string; readonly at: Point }[];
}

/** Lines with dots, and single points, as SVG with a legend. */
export function lineChart({ title, x, y, lines, marks }: Chart): string {
  const across = (value: number) => LEFT + ((value - x.from) / (x.to - x.from)) * (WIDTH - LEFT - RIGHT);
  const up = (value: number) =>
    HEIGHT - BOTTOM - ((value - y.from) / (y.to - y.from)) * (HEIGHT - TOP - BOTTOM);
  const place = ([one, other]: Point) => `${across(one).toFixed(1)},${up(other).toFixed(1)}`;
  const dot = (point: Point, color: string, radius: number) => {
    const [cx, cy] = place(point).split(",");
    return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${color}"/>`;
  };
  const drawn = lines.map(({ points }, line) => {
    const color = COLORS[line] ?? "#222";
    const path = `<polyline points="${points.map(place).join(" ")}" fill="none" stroke="${color}" stroke-width="2.5"/>`;
    return path + points.map((point) => dot(point, color, 3.5)).join("");
  });
  const legend = [
    ...lines.map(({ name }, line) => [name, COLORS[line] ?? "#222"]),
    ...marks.map(({ name }) => [name, "#222"]),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="13" fill="#222">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="16" font-weight="bold">${title}</text>
${ticks(y)
  .map(
    (value) =>
      `<line x1="${LEFT}" y1="${up(value).toFixed(1)}" x2="${WIDTH - RIGHT}" y2="${up(value).toFixed(1)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${(up(value) + 4).toFixed(1)}" text-anchor="end">${value}</text>`,
  )
  .join("\n")}
${ticks(x)
  .map(
    (value) =>
      `<text x="${across(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${value}</text>`,
  )
  .join("\n")}
${drawn.join("\n")}
${marks.map(({ at }) => dot(at, "#222", 6)).join("\n")}
${legend.map(([name, color], row) => `<circle cx="${WIDTH - RIGHT - 290}" cy="${TOP + 14 + 20 * row}" r="5" fill="${color}"/><text x="${WIDTH - RIGHT - 278}" y="${TOP + 18 + 20 * row}">${name}</text>`).join("\n")}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 14}" text-anchor="middle">${x.label}</text>
<text transform="translate(18 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>
</svg>
`;
}

function ticks({ from, to, step }: Axis): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, tick) =>
    Number((from + tick * step).toFixed(6)),
  );
}
