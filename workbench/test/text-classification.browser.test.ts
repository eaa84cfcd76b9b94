import { expect, test } from "vitest";
import { expectAccessible, openEditor, showItem, validAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";

const item = givenItem({
  text: "The parcel came a week late, but the shop wrote to me each day.\n\nI would buy there again.",
});
const one = givenProject({
  annotation_type: "sentiment",
  name: "How customers feel",
  labels: ["positive", "neutral", "negative"],
});
const many = { ...one, annotation_type: "multilabel_classification" };

test("one label is chosen with the mouse and replaced by another", async () => {
  const page = await openEditor(one, item);
  expect((await page.evaluate(() => window.answer())).missing).toBe("Choose a label.");

  await page.getByRole("button", { name: "positive" }).click();
  await page.getByRole("button", { name: "negative" }).click();

  expect(await validAnswer(page, one, item)).toEqual({ label: "negative" });
  await expectAccessible(page);
});

test("a label is chosen by a digit and undone, and a digit beyond the options of a question gives none", async () => {
  const asking = givenProject({
    ...{ annotation_type: "sentiment", labels: ["positive", "neutral", "negative"] },
    fields: [{ name: "sure", type: "choice", options: ["yes", "no"] }],
  });
  const page = await openEditor(asking, item);
  await page.getByRole("radio", { name: "yes" }).focus();
  await page.keyboard.press("3");
  expect((await page.evaluate(() => window.answer())).missing).toBe("Choose a label.");
  await page.keyboard.press("Escape");

  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("2"); // as one confirms a suggestion: it stays, and is no change to undo
  expect(await validAnswer(page, asking, item)).toEqual({ label: "neutral" });
  await page.keyboard.press("Control+z");

  expect(await validAnswer(page, asking, item)).toEqual({ label: "positive" });
});

test("several labels are chosen, and one is removed", async () => {
  const page = await openEditor(many, item);
  expect(await validAnswer(page, many, item)).toEqual({ labels: [] });

  await page.keyboard.press("1");
  await page.keyboard.press("3");
  await page.getByRole("button", { name: "positive" }).click();

  expect(await validAnswer(page, many, item)).toEqual({ labels: ["negative"] });
});

test("without project labels the annotator types a label, which then has a key", async () => {
  const project = givenProject({ annotation_type: "text_classification" });
  const page = await openEditor(project, item);

  await page.getByLabel("Label", { exact: true }).fill("thankful");
  await page.keyboard.press("Enter");

  expect(await validAnswer(page, project, item)).toEqual({ label: "thankful" });
  const next = givenItem({ id: "item_2", text: "And another." });
  await showItem(page, project, next);
  await page.keyboard.press("1");
  expect(await validAnswer(page, project, next)).toEqual({ label: "thankful" });
});

test("a search among many labels finds one, and its key does not change", async () => {
  const project = givenProject({ labels: Array.from({ length: 150 }, (_, n) => `topic ${n + 1}`) });
  const page = await openEditor(project, item);

  await page.keyboard.press("/");
  await page.keyboard.type("topic 14");
  expect(await page.getByRole("button", { name: "topic 14", exact: false }).first().textContent()).toContain(
    "Shift 4",
  );
  await page.keyboard.press("Enter");

  expect(await validAnswer(page, project, item)).toEqual({ label: "topic 14" });
});
