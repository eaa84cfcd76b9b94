import { certifyChance, type SequentialPlan } from "@assay/domain/certification/sequential-plan.ts";

const [WIDTH, HEIGHT] = [640, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 50, 60];
/** The maximum number of points of a curve; each is at a whole number of correct labels. */
const POINTS = 120;
const TICK = 5;
const CHANCES = [0, 0.25, 0.5, 0.75, 1];

/** The chance to pass by the share of correct labels, without a wrong audit and in the whole round, as SVG. */
export function curveSvg(title: string, round: SequentialPlan, needed: number): string {
  const from = Math.max(0, needed / 100 - 0.15);
  const x = (share: number) => LEFT + ((share - from) / (1 - from)) * (WIDTH - LEFT - RIGHT);
  const y = (chance: number) => HEIGHT - BOTTOM - chance * (HEIGHT - TOP - BOTTOM);
  const wrongUnits = Array.from({ length: POINTS + 1 }, (_, point) =>
    Math.round((1 - from - (point / POINTS) * (1 - from)) * round.N),
  ).filter((wrong) => 1 - wrong / round.N >= from);
  const points = [...new Set(wrongUnits)].map((wrong) => ({
    right: x(1 - wrong / round.N).toFixed(1),
    ...certifyChance(round, wrong),
  }));
  const whole = points.map(({ right, chance }) => `${right},${y(chance).toFixed(1)}`).join(" ");
  const flawless = points.map(({ right, byStage }) => `${right},${y(byStage[0] ?? 0).toFixed(1)}`).join(" ");
  const ticks = Math.round((1 - from) * (100 / TICK));
  const shares = Array.from({ length: ticks + 1 }, (_, tick) => 1 - (tick * TICK) / 100);
  const need = x(needed / 100).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="13" fill="#222">
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="16" font-weight="bold">${escaped(title)}</text>
${CHANCES.map((chance) => line(LEFT, y(chance), WIDTH - RIGHT, y(chance)) + label(LEFT - 8, y(chance) + 4, `${100 * chance} %`, "end")).join("\n")}
${shares.map((share) => label(x(share), HEIGHT - BOTTOM + 20, `${Math.round(1000 * share) / 10}`, "middle")).join("\n")}
<line x1="${need}" y1="${TOP}" x2="${need}" y2="${HEIGHT - BOTTOM}" stroke="#b00" stroke-dasharray="4 4"/>
${label(Number(need) - 6, TOP + 14, `need ${needed}`, "end")}
<polyline points="${flawless}" fill="none" stroke="#888" stroke-width="2" stroke-dasharray="6 3"/>
<polyline points="${whole}" fill="none" stroke="#0057b8" stroke-width="2.5"/>
${label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "labels that are right, in 100", "middle")}
<text transform="translate(18 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">chance to pass</text>
<line x1="${LEFT + 12}" y1="${TOP + 36}" x2="${LEFT + 40}" y2="${TOP + 36}" stroke="#0057b8" stroke-width="2.5"/>
${label(LEFT + 46, TOP + 40, "whole round", "start")}
<line x1="${LEFT + 12}" y1="${TOP + 56}" x2="${LEFT + 40}" y2="${TOP + 56}" stroke="#888" stroke-width="2" stroke-dasharray="6 3"/>
${label(LEFT + 46, TOP + 60, "no wrong audit", "start")}
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
