import type { Figure } from "./shape.ts";

type Figures = ReadonlyMap<string, Figure>;

/** The figures to draw again, as they were and as they are: added, removed and other ones, and those from the first that changed places on. */
export function changedFigures(before: Figures, after: Figures): readonly Figure[] {
  const changed: Figure[] = [];
  for (const [key, figure] of after) {
    const old = before.get(key);
    if (old === figure) continue;
    changed.push(figure);
    if (old !== undefined) changed.push(old);
  }
  for (const [key, figure] of before) if (!after.has(key)) changed.push(figure);
  return [...changed, ...moved(before, after)];
}

function moved(before: Figures, after: Figures): readonly Figure[] {
  const kept = [...before.keys()].filter((key) => after.has(key));
  let place = 0;
  const others: Figure[] = [];
  for (const [key, figure] of after) {
    if (!before.has(key)) continue;
    if (others.length > 0 || kept[place] !== key) others.push(figure);
    place += 1;
  }
  return others;
}
