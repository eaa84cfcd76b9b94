import { givenItem, givenProject } from "../../workbench/test/given.ts";
import type { MeasuredPage } from "./browser.ts";
import { type Figure, measured } from "./figures.ts";
import { repeat } from "./part.ts";

const LABELS = ["person", "company", "place"];
const PROJECT = givenProject({ annotation_type: "named_entity_recognition", labels: LABELS });
const [WORDS, SPANS, ADDED] = [50_000, 5_000, 10];

/** A text of 500,000 characters with 5,000 spans: opening it, and adding one more. */
export async function measureText(bench: MeasuredPage, runs: number): Promise<Figure[]> {
  const opened: number[] = [];
  const added: number[] = [];
  const text = Array.from(
    { length: WORDS },
    (_, word) => `${`${word}`.padStart(9, "word")}${word % 12 ? " " : "\n"}`,
  );
  const spans = Array.from({ length: SPANS }, (_, place) => ({
    start: place * 100,
    end: place * 100 + 9 + (place % 3) * 10,
    label: LABELS[place % 3],
  }));
  await repeat(runs, async (run) => {
    const args = [PROJECT, givenItem({ id: `text_${run}`, text: text.join("") }), { spans }];
    opened.push(
      Number(await bench.evaluate(`show(${args.map((value) => JSON.stringify(value)).join(",")})`)),
    );
    await bench.page.getByRole("textbox", { name: "Text" }).focus();
    await repeat(ADDED, async () => void added.push(await add(bench)));
  });
  const size = "a text of 500,000 characters with 5,000 spans";
  return [
    figure(`open ${size}, until it is painted`, opened, 300),
    figure(`add a span to ${size}, until it is painted`, added, 50),
  ];
}

/** Milliseconds from the key to the frame with the new span. */
async function add({ page, evaluate }: MeasuredPage): Promise<number> {
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Control+ArrowRight");
  return Number(await evaluate("timeKey('1', 'Digit1')"));
}

function figure(work: string, values: readonly number[], atMost: number): Figure {
  return { work, unit: "ms", measured: measured(values), ceiling: undefined, target: { atMost } };
}
