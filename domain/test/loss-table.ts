import { EVERY_TYPE } from "../src/formats/every-type.ts";
import { FORMATS } from "../src/formats/registry.ts";
import { FULL_ITEMS } from "./full-items.ts";

/**
 * The table of docs/formats.md: what each format cannot give back of an item that has everything, by annotation
 * type, as `loss.json` says it. `node domain/test/loss-table.ts` prints it.
 */
export function lossTable(): string {
  const rows = FORMATS.flatMap(({ name, types, loss }) => {
    const lost = types.map((type) => {
      const item = FULL_ITEMS[type];
      if (item === undefined) throw new RangeError(`there is no full item of ${type}`);
      const open = loss({ ...item, status: "open", result: null, answers: [] });
      const paths = loss(item).map((path) => `\`${path}\``);
      return {
        type,
        cells: `${paths.join(", ") || "nothing"} | ${open.includes("status") ? "left out" : "kept"}`,
      };
    });
    return [...Map.groupBy(lost, ({ cells }) => cells)].map(([cells, same]) => {
      const named = same.map(({ type }) => `\`${type}\``).join(", ");
      return `| \`${name}\` | ${same.length === EVERY_TYPE.length ? "every type" : named} | ${cells} |\n`;
    });
  });
  return `| format | annotation types | lost | items without a label |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

if (import.meta.main) process.stdout.write(lossTable());
