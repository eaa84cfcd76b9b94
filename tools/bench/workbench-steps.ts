import { givenItem, givenProject } from "../../workbench/test/given.ts";
import type { MeasuredPage } from "./browser.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { repeat } from "./part.ts";

const PROJECT = givenProject({
  annotation_type: "text_classification",
  labels: ["solved", "failed"],
  fields: [
    {
      name: "step",
      type: "choice",
      options: ["correct", "wrong tool"],
      per: "message",
      roles: ["assistant"],
    },
  ],
});
const [STEPS, LABELED] = [10_000, 20];
/** The greatest conversation that the service takes has 5 MiB. */
const MESSAGES = Array.from({ length: STEPS }, (_, step) => ({
  role: step % 2 === 0 ? "user" : "assistant",
  content: `Step ${step} ${"word ".repeat(90)}`,
}));

/** The greatest conversation that the service takes: opening it, and labeling one step after the other. */
export async function measureSteps({ page, evaluate }: MeasuredPage, runs: number): Promise<Figure[]> {
  const opened: number[] = [];
  const labeled: number[] = [];
  await repeat(runs, async (run) => {
    const item = givenItem({ id: `steps_${run}`, conversation: { messages: MESSAGES } });
    const args = [PROJECT, item].map((value) => JSON.stringify(value)).join(",");
    opened.push(Number(await evaluate(`show(${args}, null)`)));
    await page.getByText("Step 0 word").waitFor();
    await page.keyboard.press("j");
    await repeat(LABELED, async (place) => {
      const key = place % 2 === 0 ? "1" : "2";
      labeled.push(Number(await evaluate(`timeKey('${key}', 'Digit${key}')`)));
    });
    await page.getByText(`${LABELED} of ${(STEPS / 2).toLocaleString("en")} labeled`).waitFor();
  });
  const size = "a conversation of 5 MB with 10,000 steps";
  const figure = (work: string, values: readonly number[], atMost: number): Figure => ({
    ...{ work, unit: "ms", measured: measured(values), ceiling: undefined, target: { atMost } },
  });
  return [
    figure(`open ${size}, until it is painted`, opened, 1_000),
    {
      ...figure(`label a step of ${size}, until it is painted`, labeled, 50),
      details: { p95_ms: quantile(labeled, 0.95) },
    },
  ];
}
