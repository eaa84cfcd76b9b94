import { writeFile } from "node:fs/promises";
import { findLevel, LEVELS } from "@assay/domain/certification/levels.ts";
import { slicesSentence } from "@assay/domain/certification/price.ts";
import {
  AUDIT_PLANS,
  type AuditPlanName,
  budgetOfRound,
  expectedAudits,
  passChance,
  planStages,
  type SequentialPlan,
} from "@assay/domain/certification/sequential-plan.ts";
import { MAX_SLICES, priceOfSlices, type SlicePrice } from "@assay/domain/certification/slices.ts";
import { auditsInWords, levelWithNeed } from "@assay/domain/certification/wording.ts";
import {
  type Command,
  type Input,
  JSON_OPTION,
  neededText,
  noArgument,
  printResult,
  textOf,
  UsageError,
} from "../command.ts";
import { curveSvg } from "../curve-svg.ts";
import { type Row, table } from "../table.ts";

const MAX_ITEMS = 1_000_000;

/** The shares of correct labels in the table, in percent. */
const SHOWN = [80, 85, 90, 92, 94, 95, 96, 97, 98, 99, 100];

/** `assay plan` */
export const plan: Command = {
  usage: "plan --level LEVEL --items N [--json]",
  summary: "Print how many labels a level checks, and how likely a batch passes",
  options: {
    level: { type: "string", help: "basic, standard, premium or elite" },
    items: { type: "string", help: "labels in the batch that are not excluded, 1 to 1,000,000" },
    slices: { type: "string", help: "metadata values that must each reach --min-score" },
    "min-score": { type: "string", help: "score that every slice must reach, 1 to 99" },
    plan: { type: "string", help: "thrifty (default; up to 4 wrong labels) or forgiving (up to 6)" },
    svg: { type: "string", help: "file for a chart of the chance to pass" },
    ...JSON_OPTION,
  },
  examples: [
    "assay plan --level premium --items 500",
    "assay plan --level elite --items 2000 --plan forgiving --svg plan.svg",
    "assay plan --level standard --items 1500 --slices 3 --min-score 80",
  ],
  async run(input, terminal) {
    noArgument(input);
    const level = findLevel(neededText(input, "level"));
    if (level === undefined || level.name === "none") {
      throw new UsageError("--level must be one of basic, standard, premium, elite");
    }
    const N = wholeNumber(neededText(input, "items"), "items", MAX_ITEMS);
    const need = LEVELS[level.name].score;
    const maxWrong = AUDIT_PLANS[planName(textOf(input, "plan") ?? "thrifty")];
    const round = planStages({ N, need, budget: budgetOfRound(1), maxWrong });
    const title = `${levelWithNeed(level.name)}, ${N} ${N === 1 ? "item" : "items"}`;
    const slices = slicePrice(input, round);
    const chances = chancesOf(round, need);
    const text = [
      `${title}: ${auditsInWords(round.stages.map(({ audits }) => audits))}.`,
      stageTable(round),
      table(chances.map(shownChance)),
      ...(slices === null ? [] : [slicesSentence(slices)]),
    ];
    const data = { level: level.name, items: N, need, stages: round.stages, chances, slices };
    printResult(input, terminal, data, text.join("\n\n"));
    const file = textOf(input, "svg");
    if (file === undefined) return;
    await writeFile(file, curveSvg(title, round, need));
    terminal.note(`The curve is in ${file}`);
  },
};

/** The audits that the slices of the command line add to the round; null if it names none. */
function slicePrice(input: Input, { N, stages, budget }: SequentialPlan): SlicePrice | null {
  const [slices, floor] = [textOf(input, "slices"), textOf(input, "min-score")];
  if (slices === undefined && floor === undefined) return null;
  const count = wholeNumber(neededText(input, "slices"), "slices", MAX_SLICES);
  const min_score = wholeNumber(neededText(input, "min-score"), "min-score", 99);
  const first = stages[0]?.audits ?? N;
  return priceOfSlices([{ key: "any", min_score }], { N, first, alpha: budget, count });
}

function wholeNumber(text: string, option: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new UsageError(`--${option} must be a whole number from 1 to ${most} (got ${text})`);
}

function planName(name: string): AuditPlanName {
  if (name === "thrifty" || name === "forgiving") return name;
  throw new UsageError(`--plan must be one of ${Object.keys(AUDIT_PLANS).join(", ")} (got ${name})`);
}

function stageTable({ stages }: SequentialPlan): string {
  return table(
    stages.map(({ audits, wrong }) => ({ "wrong at most": wrong, "certifies after audits": audits })),
  );
}

/** What becomes of a batch with a share of correct labels. */
interface Chance {
  /** In percent. */
  readonly share: number;
  /** 0 to 1. */
  readonly passes: number;
  readonly mean_audits: number;
}

function chancesOf(round: SequentialPlan, need: number): Chance[] {
  const shares = [...new Set([...SHOWN, need])].sort((a, b) => a - b);
  return shares.map((share) => ({
    share,
    passes: passChance(round, share / 100),
    mean_audits: expectedAudits(round, Math.round((round.N * (100 - share)) / 100)),
  }));
}

function shownChance({ share, passes, mean_audits }: Chance): Row {
  return { "right in 100": share, passes: percent(passes), "mean audits": mean_audits.toFixed(1) };
}

function percent(chance: number): string {
  return `${(100 * chance).toFixed(1)} %`.padStart(7);
}
