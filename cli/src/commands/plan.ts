import { writeFile } from "node:fs/promises";
import { findLevel, LEVELS } from "@assay/domain/certification/levels.ts";
import { passChance, type RoundRequest } from "@assay/domain/certification/looks.ts";
import { looksOf } from "@assay/domain/certification/price.ts";
import { levelWithNeed } from "@assay/domain/certification/wording.ts";
import { type Command, neededText, noArgument, textOf, UsageError } from "../command.ts";
import { curveSvg } from "../curve-svg.ts";
import { table } from "../table.ts";

const MAX_ITEMS = 1_000_000;
const MAX_LOOKS = 4;

/** The shares of correct labels in the table, in percent. */
const SHOWN = [80, 85, 90, 92, 94, 95, 96, 97, 98, 99, 100];

/** `assay plan` */
export const plan: Command = {
  usage: "plan --level LEVEL --items N",
  summary: "Print how many labels a level checks, and how likely a batch passes",
  options: {
    level: { type: "string", help: "basic, standard, premium or elite" },
    items: { type: "string", help: "labels in the batch that are not excluded, 1 to 1,000,000" },
    looks: { type: "string", help: "looks per round, each with a larger sample; 1 to 4, default 2" },
    svg: { type: "string", help: "file for a chart of the chance to pass" },
  },
  examples: [
    "assay plan --level premium --items 500",
    "assay plan --level elite --items 2000 --svg plan.svg",
  ],
  async run(input, { print, note }) {
    noArgument(input);
    const level = findLevel(neededText(input, "level"));
    if (level === undefined || level.name === "none") {
      throw new UsageError("--level must be one of basic, standard, premium, elite");
    }
    const N = wholeNumber(neededText(input, "items"), "items", MAX_ITEMS);
    const maxLooks = wholeNumber(textOf(input, "looks") ?? "2", "looks", MAX_LOOKS);
    const round = { N, need: LEVELS[level.name].score, maxLooks };
    const title = `${levelWithNeed(level.name)}, ${N} ${N === 1 ? "item" : "items"}`;
    print(`${title}\n`);
    print(lookTable(round));
    print(`\n${chanceTable(round)}`);
    const file = textOf(input, "svg");
    if (file === undefined) return;
    await writeFile(file, curveSvg(title, round));
    note(`The curve is in ${file}`);
  },
};

function wholeNumber(text: string, option: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new UsageError(`--${option} must be a whole number from 1 to ${most} (got ${text})`);
}

function lookTable({ N, need, maxLooks }: RoundRequest): string {
  return table(
    looksOf(N, need, maxLooks).map(({ look, alpha, required, wrongAllowed }) => ({
      look,
      alpha,
      "checked in all": required,
      "wrong allowed in all": wrongAllowed,
    })),
  );
}

function chanceTable(round: RoundRequest): string {
  const shares = [...new Set([...SHOWN, round.need])].sort((a, b) => a - b);
  return table(
    shares.map((share) => ({
      "right in 100": share,
      "passes at once": percent(passChance({ ...round, maxLooks: 1 }, share / 100)),
      "in the round": percent(passChance(round, share / 100)),
    })),
  );
}

function percent(chance: number): string {
  return `${(100 * chance).toFixed(1)} %`.padStart(7);
}
