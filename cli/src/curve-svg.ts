import { passChance, type RoundRequest } from "@assay/domain/certification/looks.ts";

const [WIDTH, HEIGHT] = [640, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 50, 60];
/** The maximum number of points of a curve; each is at a whole number of correct labels, which `passChance` needs. */
const POINTS = 120;
const TICK = 5;
const CHANCES = [0, 0.25, 0.5, 0.75, 1];

/** The chance to pass by the share of correct labels, for the first look and for the round, as SVG. */
export function curveSvg(title: string, round: RoundRequest): string {
  const from = Math.max(0, round.need / 100 - 0.15);
  const x = (share: number) => LEFT + ((share - from) / (1 - from)) * (WIDTH - LEFT - RIGHT);
  const y = (chance: number) => HEIGHT - BOTTOM - chance * (HEIGHT - TOP - BOTTOM);
  const whole = (share: number) => Math.round(share * round.N) / round.N;
  const places = Array.from({ length: POINTS + 1 }, (_, point) =>
    whole(from + (point / POINTS) * (1 - from)),
  ).filter((share) => share >= from);
  const curve = (maxLooks: number) =>
    [...new Set(places)]
      .map((share) => `${x(share).toFixed(1)},${y(passChance({ ...round, maxLooks }, share)).toFixed(1)}`)
      .join(" ");
  const ticks = Math.round((1 - from) * (100 / TICK));
  const shares = Array.from({ length: ticks + 1 }, (_, tick) => 1 - (tick * TICK) / 100);
  const need = x(round.need / 100).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="13" fill="#222">
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="16" font-weight="bold">${escaped(title)}</text>
${CHANCES.map((chance) => line(LEFT, y(chance), WIDTH - RIGHT, y(chance)) + label(LEFT - 8, y(chance) + 4, `${100 * chance} %`, "end")).join("\n")}
${shares.map((share) => label(x(share), HEIGHT - BOTTOM + 20, `${Math.round(1000 * share) / 10}`, "middle")).join("\n")}
<line x1="${need}" y1="${TOP}" x2="${need}" y2="${HEIGHT - BOTTOM}" stroke="#b00" stroke-dasharray="4 4"/>
${label(Number(need) - 6, TOP + 14, `need ${round.need}`, "end")}
<polyline points="${curve(1)}" fill="none" stroke="#888" stroke-width="2" stroke-dasharray="6 3"/>
<polyline points="${curve(round.maxLooks)}" fill="none" stroke="#0057b8" stroke-width="2.5"/>
${label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "labels that are right, in 100", "middle")}
<text transform="translate(18 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">chance to pass</text>
<line x1="${LEFT + 12}" y1="${TOP + 36}" x2="${LEFT + 40}" y2="${TOP + 36}" stroke="#0057b8" stroke-width="2.5"/>
${label(LEFT + 46, TOP + 40, "whole round", "start")}
<line x1="${LEFT + 12}" y1="${TOP + 56}" x2="${LEFT + 40}" y2="${TOP + 56}" stroke="#888" stroke-width="2" stroke-dasharray="6 3"/>
${label(LEFT + 46, TOP + 60, "first look", "start")}
</svg>
`;
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1.toFixed(1)}" x2="${x2}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`;
}

function label(x: number, y: number, text: string, anchor: "start" | "middle" | "end"): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
