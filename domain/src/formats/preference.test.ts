import { expect, test } from "vitest";
import { exported, givenContext, givenConversation, givenText } from "../../test/given-export.ts";
import type { ExportItem, Format } from "./format.ts";
import { openaiPreference, trlPreference, trlUnpaired } from "./preference.ts";
import { sftMessages } from "./sft-messages.ts";

const PROMPT = [{ role: "user", content: "What is it?" }];
const DOG = [{ role: "assistant", content: "A dog." }];
const CAT = [{ role: "assistant", content: "A cat." }];

async function linesOf(format: Format, type: string, items: readonly ExportItem[]): Promise<unknown[]> {
  const files = await exported(format, givenContext(type, []), items);
  const text = files[`dataset.${format.extension}`] ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

test("a ranking of two is one preference in each form", async () => {
  const items = [givenConversation({ result: { ranking: ["b", "a"] } })];
  expect(await linesOf(trlPreference, "ranking", items)).toEqual([
    { prompt: PROMPT, chosen: CAT, rejected: DOG },
  ]);
  expect(await linesOf(openaiPreference, "ranking", items)).toEqual([
    {
      input: { messages: PROMPT, tools: [], parallel_tool_calls: true },
      preferred_output: CAT,
      non_preferred_output: DOG,
    },
  ]);
  expect(await linesOf(trlUnpaired, "ranking", items)).toEqual([
    { prompt: PROMPT, completion: CAT, label: true },
    { prompt: PROMPT, completion: DOG, label: false },
  ]);
});

test("ties are no preference; an item without a preference has no line and is reported as lost", async () => {
  const tied = givenConversation({ result: { ranking: ["a", "b"], ties: [["a", "b"]] } });
  const open = givenConversation({ status: "open", result: null });
  for (const format of [trlPreference, openaiPreference, trlUnpaired]) {
    expect(await linesOf(format, "ranking", [tied, open])).toEqual([]);
    expect(format.loss(tied)).toContain("status");
    expect(format.loss(open)).toContain("status");
  }
});

test("every pair of a longer ranking is a preference, and only its ends are good and bad", async () => {
  const responses = ["a", "b", "c"].map((id) => ({ id, text: id.toUpperCase() }));
  const item = givenConversation({
    conversation: { messages: PROMPT, responses },
    result: { ranking: ["c", "a", "b"] },
  });
  const pairs = (await linesOf(trlPreference, "ranking", [item])) as {
    chosen: typeof DOG;
    rejected: typeof DOG;
  }[];
  expect(pairs.map(({ chosen, rejected }) => `${chosen[0]?.content}>${rejected[0]?.content}`)).toEqual([
    "C>A",
    "C>B",
    "A>B",
  ]);
  expect(await linesOf(trlUnpaired, "ranking", [item])).toMatchObject([{ label: true }, { label: false }]);
  expect(trlUnpaired.loss(item)).toContain("ranking");
});

test("a written text answers the messages before it, or the text that was shown", async () => {
  const items = [
    givenConversation({ result: { text: "A dog." } }),
    givenText("What is it?", { result: { text: "A cat." } }),
    givenText("open", { status: "open", result: null }),
  ];
  expect(await linesOf(sftMessages, "text_generation", items)).toEqual([
    { messages: [...PROMPT, ...DOG] },
    { messages: [...PROMPT, ...CAT] },
  ]);
  expect(items.map((item) => sftMessages.loss(item).includes("status"))).toEqual([false, false, true]);
});
