import { encodeRle } from "@assay/domain/run-length.ts";
import { annotateAll, bodyOf, claim, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { imageMouse } from "../canvas.ts";
import { cookiesOf } from "../cookies.ts";
import { pngOf } from "../image.ts";
import { enter } from "../keys.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs, db } = service;
const owner = await givenPerson(service, { role: "owner" });

const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const [WIDTH, HEIGHT] = [400, 300];

async function openAt(path: string, device: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true, ...device });
  await page.context().addCookies(cookiesOf(owner.cookie, origin));
  await page.goto(origin + path);
  return page;
}

type File = { readonly filename: string; readonly content_base64: string };

const image = (filename: string): File => ({
  filename,
  content_base64: pngOf(WIDTH, HEIGHT).toString("base64"),
});

function texts(...all: readonly string[]): File {
  const lines = all.map((text, place) => `${JSON.stringify({ text, external_id: `t${place}` })}\n`).join("");
  return { filename: "lines.jsonl", content_base64: Buffer.from(lines).toString("base64") };
}

/** A batch of `files` whose items two annotators answer differently, with `answers`. */
async function givenTie(
  annotation_type: string,
  files: readonly File[],
  answers: readonly [object, object],
  labels: readonly string[],
) {
  const hasSupport = ["object_detection", "polygon", "keypoint"].includes(annotation_type);
  const quality_policy = { overlap: 2, ...(hasSupport && { min_support: 1 }) };
  const settings = { quality_level: "none", quality_policy };
  const body = { ...settings, annotation_type, labels: labels.map((name) => ({ name })) };
  const project = bodyOf(await request("POST", "/v1/projects", body), 201);
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  await runJobs();
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  const { id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
  await runJobs();
  for (const [place, annotator] of ["ann", "bob"].entries()) {
    for (let task = await claim(service, annotator, { batch_id: id }); task; ) {
      bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: answers[place] }), 200);
      task = await claim(service, annotator, { batch_id: id });
    }
  }
  await runJobs();
  return id;
}

/** The same, and the items are with the adjudicators. */
async function givenAdjudication(...tie: Parameters<typeof givenTie>): Promise<string> {
  const id = await givenTie(...tie);
  const body = { filter: { batch_id: id }, action: "adjudicate" };
  bodyOf(await request("POST", "/v1/items/bulk", body), 202);
  await runJobs();
  return id;
}

/** The labels that adjudicators decided, by the items' order. */
async function decidedIn(batch_id: string): Promise<unknown[]> {
  const items = await db
    .selectFrom("items")
    .select("result")
    .where("batch_id", "=", batch_id)
    .where("origin", "=", "adjudication")
    .orderBy("position")
    .execute();
  return items.map(({ result }) => result);
}

const untilDecided = (batch_id: string, results: readonly unknown[]) =>
  untilHolds(async () => expect(await decidedIn(batch_id)).toEqual(results));

/** The card of an answer. */
const answer = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true }).getByRole("button").first();
const isShown = (page: Page, name: string) =>
  answer(page, name).and(page.locator("[aria-pressed=true]")).waitFor();
const says = (page: Page, words: string) => page.locator("[aria-live]").getByText(words).waitFor();

const box = (label: string, x: number) => ({ label, bbox: { x, y: 40, width: 60, height: 60 } });
const BOXES = [{ objects: [box("car", 40)] }, { objects: [box("bus", 250)] }] as const;
const SPANS = [
  { spans: [{ start: 0, end: 3, label: "person" }] },
  { spans: [{ start: 0, end: 3, label: "place" }] },
] as const;
const CLASSES = [{ label: "yes" }, { label: "no" }] as const;
const THREE = ["yes", "no", "maybe"];

test("an answer to look at is not decided, and a label makes the adjudicator's own of it", async () => {
  const id = await givenAdjudication("text_classification", [texts("one", "two")], CLASSES, THREE);
  const page = await openAt(`/work?batch=${id}&kinds=adjudicate`);
  await isShown(page, "Annotator 1");
  await page.getByText("2 left", { exact: true }).waitFor();
  await page.keyboard.press("Control+Enter");
  await says(page, "Use this answer, or give your own.");
  await expectSound(page, "an answer to adjudicate");
  await page.keyboard.press("3");
  await isShown(page, "Your answer");
  await page.getByText("Use this answer, or give your own.").waitFor({ state: "detached" });
  await page.getByText("Your answer. Once you decide, it is the label of the item.").waitFor();

  await page.keyboard.press("Alt+q");
  await isShown(page, "Annotator 1");
  await page.getByText("If you use or change it, it replaces yours.").waitFor();
  await page.keyboard.press("Control+Enter");
  await says(page, "This is not your answer.");
  await page.keyboard.press("Alt+q");
  await page.getByText("This is not your answer.").waitFor({ state: "detached" });
  await page.keyboard.press("2"); // the label of annotator 2: agrees, and does not take it away
  await isShown(page, "Your answer");
  await page.getByRole("button", { name: "Undo" }).click();
  await page
    .getByRole("group", { name: "Labels" })
    .getByRole("button", { name: "maybe", pressed: true })
    .waitFor();
  await page.keyboard.press("Control+Shift+Z");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 left", { exact: true }).waitFor();
  await untilHolds(async () => expect(await decidedIn(id)).toEqual([{ label: "no" }]));
});

test("what is drawn on the answer of another person is added to a copy of it", async () => {
  const id = await givenAdjudication("object_detection", [image("a.png")], BOXES, ["car", "bus"]);
  const page = await openAt(`/work?batch=${id}&kinds=adjudicate`);
  const objects = page.getByRole("listbox", { name: "Objects" });
  await objects.getByText("car").waitFor();
  await answer(page, "Annotator 2").click();
  await objects.getByText("bus").waitFor();
  const mouse = await imageMouse(page, WIDTH, HEIGHT);
  await page.keyboard.press("1");
  await page.keyboard.press("b");
  await mouse.drag([100, 150], [200, 250]);
  await isShown(page, "Your answer");
  await page.getByRole("heading", { name: "2 objects" }).waitFor();
  await expectSound(page, "boxes of an adjudicator");
  await answer(page, "All answers").click();
  await page.getByRole("heading", { name: "2 objects" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await says(page, "This is not your answer.");
  await answer(page, "Your answer").click();
  await page.keyboard.press("Control+Enter");
  await untilDecided(id, [
    {
      objects: [expect.objectContaining(box("bus", 250)), expect.objectContaining({ label: "car" })],
    },
  ]);
});

test("an object in the list of single objects is shown on the item, selected among those of all answers", async () => {
  const many = [{ objects: [box("car", 40), box("car", 250)] }, { objects: [box("bus", 150)] }] as const;
  const id = await givenAdjudication("object_detection", [image("a.png")], many, ["car", "bus"]);
  const page = await openAt(`/work?batch=${id}&kinds=adjudicate`);
  await isShown(page, "Annotator 1");
  const cars = page.getByRole("button", { name: "Show car on the item" });
  await cars.nth(1).waitFor();
  const left = async () => page.getByLabel("X", { exact: true }).inputValue();
  await cars.first().click();
  await isShown(page, "All answers");
  await page.getByRole("heading", { name: "3 objects" }).waitFor();
  await page.getByRole("option", { selected: true, name: /car.*Annotator 1/ }).waitFor();
  await answer(page, "Annotator 2").locator("svg:has([stroke-dasharray='9 5'])").waitFor(); // as on the image
  const first = await left();
  await cars.nth(1).press("Enter");
  await expect.poll(left).not.toBe(first);
  expect([first, await left()].sort()).toEqual(["250", "40"]);
  await page.getByRole("button", { name: "Show bus on the item" }).click();
  await page.getByRole("option", { selected: true, name: /bus.*Annotator 2/ }).waitFor();
  await page.keyboard.press("Control+Enter");
  await says(page, "Use one of the answers, or give your own."); // nothing was taken yet

  for (const name of ["Annotator 1", "Annotator 2", "All answers"]) {
    await page.keyboard.press("Alt+q");
    await isShown(page, name);
  }
  await answer(page, "Your answer").click();
  const own = page.getByRole("region", { name: "Your answer", exact: true });
  await own.getByText("Nothing yet").waitFor();
  await page.getByText("If the image shows none, choose “No objects” in your answer.").waitFor();
  const use = page.getByRole("button", { name: /^Use this answer/ });
  expect(await use.isDisabled(), "it keeps its place, so that a second click does nothing").toBe(true);
  await page.keyboard.press("Control+Enter");
  await says(page, "You have no answer yet. Use one, give your own, or choose “No objects”.");
  await own.getByRole("button", { name: "No objects", exact: true }).click();
  await page.getByText("Your answer. Once you decide, it is the label of the item.").waitFor();
  await expectSound(page, "an empty answer of an adjudicator");
  await page.keyboard.press("Control+Enter");
  await untilDecided(id, [{ objects: [] }]);
});

const square = (label: string, x: number, y: number) => ({
  label,
  points: [
    [x, y],
    [x + 80, y],
    [x + 80, y + 80],
    [x, y + 80],
  ],
});
const pose = (x: number) => ({ label: "car", points: { head: [x, 60, 2], foot: [x, 200, 2] } });
const region = (label: string, x: number) => {
  const runs = Float64Array.from({ length: 120 }, (_, at) => (x + (at >> 1)) * HEIGHT + 40 + (at % 2) * 60);
  return { label, rle: encodeRle(runs, [HEIGHT, WIDTH]) };
};

test.each([
  {
    type: "polygon",
    answers: [
      { objects: [square("car", 40, 40), square("car", 200, 150)] },
      { objects: [square("car", 44, 44), square("bus", 300, 40)] },
    ],
    uses: ["Use bus of Annotator 2", "Use car of Annotator 2"],
    decided: [square("bus", 300, 40), square("car", 45, 44)],
  },
  {
    type: "semantic_segmentation",
    answers: [{ objects: [region("car", 40)] }, { objects: [region("car", 75), region("bus", 250)] }],
    uses: ["Use bus of Annotator 2", "Use car of Annotator 1"],
    decided: [region("bus", 250), region("car", 40)],
  },
  {
    type: "keypoint",
    answers: [{ objects: [pose(100)] }, { objects: [pose(250)] }],
    uses: ["Use car of Annotator 1", "Use car of Annotator 2"],
    decided: [pose(100), pose(251)],
  },
] as const)(
  "single objects of $type are used from both answers, changed and decided by keys",
  async (tie) => {
    const { type, answers, uses, decided } = tie;
    const id = await givenAdjudication(type, [image("a.png")], answers, ["car", "bus"]);
    const page = await openAt(`/work?batch=${id}&kinds=adjudicate`);
    await isShown(page, "Annotator 1");
    await page.locator("[data-canvas] canvas").first().waitFor({ state: "attached" });
    for (const name of uses) await page.getByRole("button", { name, exact: true }).press("Enter");
    await isShown(page, "Your answer");
    await page.getByRole("heading", { name: /^2 (objects|regions)$/ }).waitFor();
    await page.locator("[data-canvas]").focus();
    const moves = type === "semantic_segmentation" ? [] : ["v", "]", "]", "ArrowRight"];
    for (const key of moves) await page.keyboard.press(key);
    await page.keyboard.press("Control+Enter");
    await untilDecided(id, [{ objects: decided.map((each) => expect.objectContaining(each)) }]);
  },
);

const FORBID_MOUSE = `for (const kind of ["mousedown", "pointerdown"])
  addEventListener(kind, () => { throw new Error("the mouse was used"); }, { capture: true });`;

/** From the page of a batch with a tie to its first item on the work screen, by keys. */
async function adjudicateByKeys(batch_id: string): Promise<Page> {
  const page = await openAt("/projects");
  await page.addInitScript(FORBID_MOUSE);
  await page.goto(`${origin}/batches/${batch_id}`);
  await page.getByText(/1 item tied: the answers disagree/).waitFor();
  const sent = page.waitForResponse(/items\/bulk$/);
  await enter(page, page.getByRole("button", { name: "Send to an adjudicator" }));
  await sent;
  await runJobs();
  await enter(page, page.getByRole("link", { name: "Adjudicate", exact: true }));
  await isShown(page, "Annotator 1");
  return page;
}

test.each([
  ["text_classification", texts("one"), CLASSES, THREE],
  ["object_detection", image("a.png"), BOXES, ["car", "bus"]],
  ["named_entity_recognition", texts("Ada met Charles"), SPANS, ["person", "place"]],
] as const)("a tie of %s is decided with the keyboard alone", async (type, file, answers, labels) => {
  const id = await givenTie(type, [file], answers, labels);
  const page = await adjudicateByKeys(id);
  await page.keyboard.press("Alt+q");
  await isShown(page, "Annotator 2");
  await page.keyboard.press("Alt+a");
  await isShown(page, "Your answer");
  await page.keyboard.press("Control+Enter");
  await page.getByText("All done: you finished 1 item").waitFor();
  const [{ spans, objects, ...rest }] = [answers[1] as { spans?: object[]; objects?: object[] }];
  const one = spans ?? objects;
  await untilDecided(id, [
    expect.objectContaining({
      ...rest,
      ...(one && { [spans ? "spans" : "objects"]: one.map((each) => expect.objectContaining(each)) }),
    }),
  ]);
});

test("spans and boxes of one's own are begun by keys while another answer is shown", async () => {
  const spans = await givenAdjudication("ner", [texts("Ada met Charles")], SPANS, ["person", "place"]);
  const page = await openAt(`/work?batch=${spans}&kinds=adjudicate`);
  await isShown(page, "Annotator 1");
  await page.locator(".cm-focused").waitFor();
  await page.getByRole("heading", { name: "Use single spans" }).waitFor();
  await page.getByRole("button", { name: "Show Ada — place on the item" }).waitFor();
  expect(await page.getByText("% agreement").count(), "no answer agrees with another one").toBe(0);
  await page.keyboard.press("End");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await page.keyboard.press("1");
  await isShown(page, "Your answer");
  await page.keyboard.press("Control+Enter");
  await untilDecided(spans, [
    {
      spans: [SPANS[0].spans[0], { start: 8, end: 15, label: "person" }].map((each) =>
        expect.objectContaining(each),
      ),
    },
  ]);

  const boxes = await givenAdjudication("object_detection", [image("a.png")], BOXES, ["car", "bus"]);
  await page.goto(`${origin}/work?batch=${boxes}&kinds=adjudicate`);
  await isShown(page, "Annotator 1");
  await page.locator("[data-canvas] canvas").first().waitFor({ state: "attached" });
  const far = ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown"];
  for (const key of ["2", "b", "ArrowLeft", "Space", ...far, "Space"]) await page.keyboard.press(key);
  await isShown(page, "Your answer");
  await page.keyboard.press("Control+Enter");
  await untilDecided(boxes, [
    { objects: [box("car", 40), { label: "bus" }].map((each) => expect.objectContaining(each)) },
  ]);
});

/** Runs in the page: what scrolls down in the work screen, and whether it can. */
const SCROLLERS = `[...document.querySelectorAll("main, main *")].filter((element) =>
  /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1 &&
  !element.closest(".cm-editor")).length`;

const topOf = async (page: Page, name: string) =>
  (await page.getByRole("region", { name, exact: true }).first().boundingBox())?.y ?? Number.NaN;

test.each([
  ["text_classification", texts("word ".repeat(400)), CLASSES, THREE],
  ["object_detection", image("a.png"), BOXES, ["car", "bus"]],
  ["named_entity_recognition", texts("Ada met Charles"), SPANS, ["person", "place"]],
] as const)("on a telephone the adjudication of %s is one page", async (type, file, answers, labels) => {
  const id = await givenAdjudication(type, [file], answers, labels);
  const page = await openAt(`/work?batch=${id}&kinds=adjudicate`, TELEPHONE);
  await isShown(page, "Annotator 1");
  await expect.poll(() => page.evaluate(SCROLLERS)).toBe(1);
  await page.getByRole("button", { name: "Exclude the item" }).scrollIntoViewIfNeeded();
  const bar = await page.getByRole("region", { name: "Adjudication" }).boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(844, 0);
  const [answersAt, labelsAt] = await Promise.all([
    topOf(page, "Answers"),
    page.getByRole("group", { name: /label/i }).last().boundingBox(),
  ]);
  if (type !== "named_entity_recognition") expect(answersAt).toBeLessThan(labelsAt?.y ?? 0);
  await page.getByRole("button", { name: "Decide" }).tap();
  await says(page, "Use this answer, or give your own.");
  const said = await page.getByText("Use this answer, or give your own.").boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await expectSound(page, `${type} on a telephone`);
  await page.getByRole("button", { name: "Use this answer" }).tap();
  await page.getByRole("button", { name: "Decide" }).tap();
  await untilHolds(async () => expect(await decidedIn(id)).toHaveLength(1));
});

/** A batch of texts that wait for their audits; the position of the work is by the items'. */
async function givenAudits(count: number, fields: readonly object[] = []): Promise<string> {
  const settings = { quality_policy: { overlap: 1 }, fields };
  const { id } = await givenBatch(service, { texts: count, settings });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  return id;
}

/** Runs the jobs until the page shows that heading: the last answer may still be on its way when it shows "Computing the verdict…". */
const untilEnd = (page: Page, name: string) =>
  untilHolds(async () => {
    await runJobs();
    expect(await page.getByRole("heading", { name }).count()).toBe(1);
  });

test("an audit says how many labels are left, then that the verdict is computed, and leads on to the certified batch", async () => {
  const id = await givenAudits(3);
  const page = await openAt(`/work?batch=${id}&kinds=audit`);
  for (const left of ["3 left", "2 left", "1 left"]) {
    await page.getByText(left, { exact: true }).waitFor();
    await page.keyboard.press("a");
  }
  await page.getByText("Computing the verdict…").waitFor();
  await page.getByText("You checked 3 labels.").waitFor();
  expect(await page.getByText(/Check \d+ more/).count()).toBe(0);
  await expectSound(page, "verdict to come");
  const mine = page.getByRole("link", { name: "My work", exact: true });
  const before = (await mine.boundingBox())?.y;
  await untilEnd(page, "The batch is certified.");
  await page.getByText(/^Certified /).waitFor();
  expect((await mine.boundingBox())?.y, "the verdict moves no button").toBe(before);
  await expectSound(page, "verdict");
  await page.getByRole("link", { name: "Open the batch" }).click();
  await page.waitForURL(`**/batches/${id}`);
});

/** Leases the first audit in the order of the draw to the owner, whose work screen then begins with it. */
async function leaseFirst(batch_id: string): Promise<void> {
  const { task_id } = await db
    .selectFrom("audits")
    .select("task_id")
    .where("batch_id", "=", batch_id)
    .where("rank", "=", 1)
    .executeTakeFirstOrThrow();
  const wish = { batch_id, kinds: ["audit"], count: 3 };
  const { data } = bodyOf(await owner.request("POST", "/v1/tasks/claim", wish), 200);
  for (const { id } of data)
    if (id !== task_id) bodyOf(await owner.request("POST", `/v1/tasks/${id}/release`, {}), 200);
}

test("an answer to an audit that comes after the verdict is dropped, and the page says why and shows the verdict", async () => {
  const id = await givenAudits(3);
  await leaseFirst(id);
  const page = await openAt(`/work?batch=${id}&kinds=audit`);
  await page.getByText("3 left", { exact: true }).waitFor();
  const small = page.getByRole("button", { name: /small change/ });
  expect(await small.count(), "one label has no small change").toBe(0);
  await page.keyboard.press("w");
  expect(await small.count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await says(page, "Correct the label, or say what is wrong with it.");
  await page.getByLabel("What is wrong with the label").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("It says no.");
  const stored = page.waitForResponse(/\/submit$/);
  await page.keyboard.press("Control+Enter");
  await page.getByText("2 left", { exact: true }).waitFor();
  await stored;
  await runJobs();
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "The batch is not certified." }).waitFor();
  await page.getByText("No more audits are needed: the verdict has been reached.").waitFor();
  expect(await page.getByText(/Not accepted/).count()).toBe(0);
  await expectSound(page, "end of an audit whose verdict came before the last answer");
});

test("an answer to an audit that leaves after the verdict is dropped, and My work says so", async () => {
  const id = await givenAudits(3);
  await leaseFirst(id);
  const page = await openAt(`/work?batch=${id}&kinds=audit`);
  await page.getByText("3 left", { exact: true }).waitFor();
  await page.keyboard.press("w");
  await page.getByLabel("What is wrong with the label").fill("It says no.");
  const stored = page.waitForResponse(/\/submit$/);
  await page.keyboard.press("Control+Enter");
  await page.getByText("2 left", { exact: true }).waitFor();
  await stored;
  await page.context().setOffline(true);
  await page.keyboard.press("a");
  await page.getByText("Offline, to send: 1").waitFor();
  await page.getByRole("link", { name: "Back to my work" }).click();
  await page.getByText("1 answer waits on this device.").waitFor();
  await runJobs();
  await page.context().setOffline(false);
  await page.getByText("1 audit of yours was not counted: the verdict had been reached.").waitFor();
});

test("a refused answer is shown again, with the object that the service refused selected and what it said", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 1 } };
  const sent = { ...settings, annotation_type: "object_detection", labels: [{ name: "car" }] };
  const { id: project_id } = bodyOf(await request("POST", "/v1/projects", sent), 201);
  const files = [image("refused.png"), image("next.png")];
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  await runJobs();
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload.id] }), 201);
  await runJobs();
  const wish = { batch_id: id, kinds: ["annotate"], count: 1 };
  const { data } = bodyOf(await owner.request("POST", "/v1/tasks/claim", wish), 200);
  const object = (x: number) => ({ object: box("car", x), isSuggestion: false });
  const entries = [["object:inside", object(40)] as const, ["object:outside", object(370)] as const];
  const draft = { log: "a", seq: 0, entries }; // the editor draws nothing outside the image
  const path = `/v1/tasks/${data[0].id}`;
  bodyOf(await owner.request("PUT", `${path}/draft`, { draft }, { "if-match": '"0"' }), 200);

  const page = await openAt(`/work?batch=${id}&kinds=annotate`);
  await page.getByRole("heading", { name: "2 objects" }).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Not accepted: 1" }).click();
  await page.getByRole("button", { name: "Correct the answer" }).click();
  await says(page, "result.objects.1.bbox.width must end within the image");
  const left = page.getByLabel("X", { exact: true });
  await expect.poll(() => left.inputValue()).toBe("370"); // the second box is selected
  await page.getByText("Position and size").click();
  await left.fill("300");
  await page.keyboard.press("Enter");
  await page.locator("[aria-live]").getByText("must end within").waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () => {
    const { item } = bodyOf(await owner.request("GET", path), 200);
    const { data: answers } = bodyOf(await request("GET", `/v1/items/${item.id}/annotations`), 200);
    expect(answers).toMatchObject([{ result: { objects: [box("car", 40), box("car", 300)] } }]);
  });
  expect(await page.getByText(/Not accepted/).count()).toBe(0);
});

/** With a question, a label that is right can get a small change. */
const NOTE = [{ name: "note", type: "text" }];

test("an auditor goes back from a correction to the label as it was delivered", async () => {
  const id = await givenAudits(1, NOTE);
  const page = await openAt(`/work?batch=${id}&kinds=audit`);
  const given = page.getByRole("list", { name: "Labels" });
  await page.getByText("Is “yes” right?").waitFor();
  await page.keyboard.press("w");
  await page.keyboard.press("2");
  await page.getByLabel("What is wrong with the label").fill("It says no.");
  await page.getByRole("button", { name: /^Back/ }).click();
  await page.getByText("Is “yes” right?").waitFor();
  await given.getByText("yes", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);

  await page.keyboard.press("s"); // and by keys
  await page.keyboard.press("2");
  await page.keyboard.press("Alt+a");
  await given.getByText("yes", { exact: true }).waitFor();
  await page.keyboard.press("a");
  await untilHolds(async () => {
    const audits = await db
      .selectFrom("audits")
      .select(["verdict", "corrected", "reason"])
      .where("batch_id", "=", id)
      .where("acceptable", "is not", null)
      .execute();
    expect(audits).toEqual([{ verdict: "accepted", corrected: null, reason: null }]);
  });
});

test("an auditor judges boxes without a palette, the image and the list stay where they are when they say Wrong, and a digit labels the box that they chose", async () => {
  const labels = ["car", "bus"].map((name) => ({ name }));
  const body = { annotation_type: "object_detection", labels, quality_policy: { overlap: 1 } };
  const project = bodyOf(await request("POST", "/v1/projects", body), 201);
  const upload = bodyOf(await request("POST", "/v1/uploads", { files: [image("a.png")] }), 201);
  await runJobs();
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  const { id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
  await runJobs();
  const task = await claim(service, "ann", { batch_id: id });
  bodyOf(await request("POST", `/v1/tasks/${task?.id}/submit`, { result: BOXES[0] }), 200);
  await runJobs();

  const page = await openAt(`/work?batch=${id}&kinds=audit`);
  const mouse = await imageMouse(page, WIDTH, HEIGHT);
  const before = await mouse.place(0, 0);
  const palette = page.getByRole("group", { name: "Labels" });
  expect(await palette.count()).toBe(0);
  const row = page.getByRole("option", { name: /car/ });
  await row.click();
  const listed = await row.boundingBox();
  await page.getByRole("button", { name: /^Wrong/ }).click();
  await page.getByLabel("What is wrong with the label").waitFor();
  await palette.waitFor();
  expect(await mouse.place(0, 0)).toEqual(before);
  expect(await row.boundingBox()).toEqual(listed);
  await page.keyboard.press("2");
  await page.getByRole("option", { name: /bus/ }).waitFor();
});

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test.each([
  ["adjudicate", "on a telephone", TELEPHONE],
  ["annotate", "on a telephone", TELEPHONE],
  ["annotate", "on a desk", {}],
] as const)("in %s %s, a new box is seen beside the labels to choose from", async (kind, _, device) => {
  const tie = ["object_detection", [image("a.png")], BOXES, ["car", "bus", "van", "tram"]] as const;
  const id = await (kind === "adjudicate" ? givenAdjudication(...tie) : givenOpen());
  const page = await openAt(`/work?batch=${id}&kinds=${kind}`, device);
  const mouse = await imageMouse(page, WIDTH, HEIGHT);
  for (const [left, top] of [
    [20, 20],
    [320, 20],
    [320, 220],
    [20, 220],
    [150, 100],
  ] as const) {
    await page.keyboard.press("b");
    await mouse.drag([left, top], [left + 60, top + 60]);
    const picker = page.getByRole("region", { name: "Choose a label" });
    await picker.waitFor();
    const [labels, [x, y], [right, bottom]] = await Promise.all([
      picker.boundingBox(),
      mouse.place(left, top),
      mouse.place(left + 60, top + 60),
    ]);
    const drawn = { x, y, width: right - x, height: bottom - y };
    expect(labels).not.toBeNull();
    if (labels === null) continue;
    expect([left, top, overlap(drawn, labels)]).toEqual([left, top, false]);
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    expect(overlap(drawn, { x: 0, y: 0, ...size })).toBe(true);
    expect(labels.y + Math.min(labels.height, 60)).toBeLessThanOrEqual(size.height);
    await page.keyboard.press("Escape");
    await picker.waitFor({ state: "detached" });
  }
  await mouse.drag([150, 100], [210, 160]);
  await page.getByRole("region", { name: "Choose a label" }).waitFor();
  await expectSound(page, `labels of a new box, ${kind}`);
  if (device === TELEPHONE) return;
  await page.keyboard.press("Control+Enter");
  const [told, canvas] = await Promise.all([
    page.locator("[data-over] > *").boundingBox(),
    page.locator("[data-canvas]").boundingBox(),
  ]);
  if (told === null || canvas === null) throw new Error("the message or the canvas is missing");
  expect(told.x).toBeGreaterThanOrEqual(canvas.x);
  expect(told.x).toBeLessThan(canvas.x + 40); // in the corner of the image, away from the controls beside it
});

/** A batch of one image with the labels of boxes that waits for its answer. */
async function givenOpen(): Promise<string> {
  const labels = ["car", "bus", "van", "tram"].map((name) => ({ name }));
  const body = { annotation_type: "object_detection", labels, quality_level: "none" };
  const project = bodyOf(await request("POST", "/v1/projects", body), 201);
  const upload = bodyOf(await request("POST", "/v1/uploads", { files: [image("a.png")] }), 201);
  await runJobs();
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  return bodyOf(await request("POST", "/v1/batches", sent), 201).id;
}

test("a second tap on a verdict does not take it back, and a reviewer reads the outcome at the end", async () => {
  const id = await givenAudits(1, NOTE);
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(reviewer.cookie, origin));
  await page.goto(`${origin}/work?batch=${id}&kinds=audit`);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    const tops = new Set<number | undefined>();
    for (const name of [/^Wrong/, /with a small change/]) {
      const verdict = page.getByRole("button", { name });
      await verdict.dblclick();
      await page.getByText("Correct it. Delivered: “yes”.").waitFor();
      expect(await verdict.getAttribute("aria-pressed")).toBe("true");
      tops.add((await page.getByRole("heading", { name: "Choose a label" }).boundingBox())?.y);
      await page.getByRole("button", { name: /^Back/ }).click();
      await page.getByText("Is “yes” right?").waitFor();
    }
    if (viewport.width === 1280) expect(tops.size, "the labels stay where they are").toBe(1);
  }
  const label = await page.getByRole("list", { name: "Labels" }).boundingBox();
  expect(label?.y, "on a telephone the label follows the text, of one line").toBeLessThan(500);
  await expectSound(page, "audit of a reviewer");
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "Computing the verdict…" }).waitFor();
  await untilEnd(page, "The batch is certified.");
  await page.getByText("was checked and accepted by the project's reviewers").waitFor();
  expect(await page.getByRole("link", { name: "Open the batch" }).count()).toBe(0);
  await expectSound(page, "end of a reviewer's audit");
});

test("the end of an adjudication counts the items that were left at its beginning", async () => {
  const id = await givenTie("text_classification", [texts("one", "two", "three")], CLASSES, THREE);
  bodyOf(await request("POST", "/v1/items/bulk", { filter: { batch_id: id }, action: "adjudicate" }), 202);
  await runJobs();
  const page = await openAt(`/work?batch=${id}&kinds=adjudicate`);
  for (const left of ["3 left", "2 left", "1 left"]) {
    await page.getByText(left, { exact: true }).waitFor();
    await page.keyboard.press("Alt+a");
    await isShown(page, "Your answer");
    await page.keyboard.press("Control+Enter");
  }
  await page.getByText("All done: you finished 3 items").waitFor();
});
