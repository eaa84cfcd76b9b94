import {
  annotateAll,
  auditAll,
  bodyOf,
  claim,
  claimByRank,
  givenBatch,
  givenLines,
  givenProject,
  itemOf,
  submit,
} from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { pngOf } from "../image.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request, runJobs } = service;
const owner = await givenPerson(service, { role: "owner" });

const ONE = { quality_policy: { overlap: 1 } };
const TWO = { quality_policy: { overlap: 2 } };

/** A member's page at a screen. */
async function openAs({ cookie }: Person, path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(cookie, origin));
  await page.goto(origin + path);
  return page;
}

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

test("a wrong label of a certified batch is amended, and the stages of the new revision are shown", async () => {
  const { id } = await givenBatch(service, { texts: 6, settings: ONE });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  const item = await itemOf(service, id, "2");
  const page = await openAs(owner, `/items/${item.id}`);
  await page.getByRole("button", { name: "This label is wrong" }).click();
  await page.getByRole("dialog", { name: "This label is wrong" }).getByLabel("Reason (optional)").waitFor();
  await page.getByText("revision 2 gets its own certificate").waitFor();
  expect(await batchOf(id)).toMatchObject({ amendment: null });
  await expectSound(page, "amend");
  await page.getByRole("button", { name: "Send 1 item back" }).click();

  const stages = page.getByRole("list", { name: "Stages of revision 2" });
  await stages.getByText("answered again").waitFor();
  await page.getByText("1 item needs a label.").waitFor();
  const reserved = page.getByText(/^1 item was sent back\. It is reserved for ann until \w+ \d+, \d{4}, /);
  await reserved.waitFor();
  await Promise.all([
    page.waitForResponse(/\/v1\/items\/bulk$/),
    page.getByRole("button", { name: "Give to anyone" }).click(),
  ]);
  await runJobs();
  await reserved.waitFor({ state: "detached" });
  expect(await batchOf(id)).toMatchObject({
    ...{ status: "certified", revision: 1, amendment: "processing", annotated_count: 5 },
  });
  expect(await itemOf(service, id, "2")).toMatchObject({ status: "open", result: null });

  await annotateAll(service, id, ["ann"], () => "no");
  await runJobs();
  await page.reload();
  await page.getByRole("link", { name: "Audit" }).waitFor();
  await auditAll(service, id, "eve", (text) => (text === "text 2" ? "no" : "yes"));
  await runJobs();
  await page.reload();
  await page.getByText("Revision 2: ").waitFor();
  expect(await stages.count()).toBe(0);
  expect(await batchOf(id)).toMatchObject({ status: "certified", revision: 2, amendment: null });
});

test("the button to audit appears once the sample is drawn, without a reload", async () => {
  const { id } = await givenBatch(service, { texts: 6, settings: ONE });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  const ofBatch = service.db.updateTable("batches").where("id", "=", id);
  const { audit } = await service.db
    .selectFrom("batches")
    .select("audit")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await ofBatch.set({ audit: null }).execute(); // as it is between the completion and the job that draws
  const page = await openAs(owner, "/projects");
  let asked = 0;
  page.on("request", (one) => {
    if (one.url().endsWith(`/v1/batches/${id}`)) asked += 1;
  });
  await page.goto(`${origin}/batches/${id}`);
  await page.getByText("Labels ready, not certified.").waitFor();
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(2); // a page that opens asks up to twice
  expect(await page.getByRole("link", { name: "Audit" }).count()).toBe(0);

  await ofBatch.set({ audit: JSON.stringify(audit) }).execute();

  await page.getByRole("link", { name: "Audit" }).waitFor();
});

test("who has answered all items of a batch sees who can audit it, and no button that leads to nothing", async () => {
  const { id } = await givenBatch(service, { texts: 6, settings: ONE });
  for (let answered = 0; answered < 6; answered += 1) {
    const { data } = bodyOf(await owner.request("POST", "/v1/tasks/claim", { batch_id: id }), 200);
    const result = { label: "yes" };
    bodyOf(await owner.request("POST", `/v1/tasks/${data[0].id}/submit`, { result }), 200);
  }
  await runJobs();
  const page = await openAs(owner, `/batches/${id}`);
  const waiting = page.waitForResponse((one) => one.url().includes("/v1/tasks/waiting"));
  await page.reload();
  await waiting;
  await page.getByText(/labels? waits? for an auditor\./).waitFor();
  expect(await page.getByRole("link", { name: "Audit" }).count()).toBe(0);

  const other = await givenPerson(service, { role: "owner" });
  const theirs = await openAs(other, `/batches/${id}`);
  await theirs.getByRole("link", { name: "Audit" }).waitFor();
});

test("a reviewer at the end of a batch is led to their work, not to a page that they may not open", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: ONE });
  await annotateAll(service, id, ["ann"]);
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const address = `/work?batch=${id}&kinds=annotate`;
  const page = await openAs(owner, address);
  await page.getByRole("link", { name: "Open the batch" }).waitFor();
  const theirs = await openAs(reviewer, address);
  await theirs.getByRole("link", { name: "My work" }).last().waitFor();
  expect(await theirs.getByRole("link", { name: "Open the batch" }).count()).toBe(0);
});

test("a batch that waits for a challenge says so, and a member adds one of their own or the suggested one", async () => {
  const { id } = await givenBatch(service, {
    texts: 6,
    settings: { quality_policy: { overlap: 1, challenge: "nonce" } },
  });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  const page = await openAs(owner, `/batches/${id}`);
  await page.getByText("The audit begins when an owner or manager adds a challenge").waitFor();
  expect(await page.getByRole("button", { name: "Start an audit" }).count()).toBe(0);
  await expectSound(page, "a batch that waits for a challenge");
  await page.getByRole("button", { name: "Add challenge" }).click();
  const nonce = page.getByRole("textbox", { name: "Challenge" });
  const suggested = await nonce.inputValue();
  expect(suggested).toMatch(/^[0-9a-f]{32}$/);
  await expectSound(page, "challenge");

  const start = page.getByRole("button", { name: "Start the audit" });
  await nonce.fill("with a space in the middle");
  expect(await start.isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add challenge" }).click();
  const drawn = await nonce.inputValue();
  expect(drawn).not.toBe(suggested);
  await nonce.fill(` ${drawn}-of-the-buyer `);
  await start.click();
  await untilHolds(async () => {
    const { data } = bodyOf(await request("GET", `/v1/batches/${id}/draws`), 200);
    expect(data[0].challenge).toMatchObject({ source: "nonce", nonce: `${drawn}-of-the-buyer` });
  });
  await runJobs();
  await page.reload();
  await page.getByRole("link", { name: "Audit" }).waitFor();
  expect(await page.getByRole("button", { name: "Add challenge" }).count()).toBe(0);
});

test("an annotator reads and answers an auditor’s comment on a span after the item was returned", async () => {
  const { id } = await givenBatch(service, {
    texts: 1,
    settings: { ...ONE, annotation_type: "named_entity_recognition", labels: [{ name: "name" }] },
  });
  const [annotator, auditor] = await Promise.all([
    givenPerson(service, { role: "annotator" }),
    givenPerson(service, { role: "reviewer" }),
  ]);
  const wish = { batch_id: id };
  const [task] = bodyOf(await annotator.request("POST", "/v1/tasks/claim", wish), 200).data;
  const result = { spans: [{ start: 0, end: 4, label: "name" }] };
  bodyOf(await annotator.request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
  await runJobs();

  const judging = await openAs(auditor, `/work?batch=${id}&kinds=audit`);
  await judging.getByRole("button", { name: "text name", exact: true }).click();
  await judging.keyboard.press("Alt+c");
  await judging.getByText("Pin to: Characters 1 to 4").waitFor();
  await expectSound(judging, "comments, none yet");
  await judging.locator(":focus").and(judging.getByLabel("Your comment")).waitFor();
  await judging.keyboard.type("Is this a name?");
  await judging.keyboard.press("Control+ArrowLeft"); // moves the caret by a word, not to another item
  await judging.keyboard.press("Control+Enter"); // sends the comment, not the audit
  await judging.getByRole("button", { name: "Comments (1)" }).waitFor();
  await judging.locator(".cm-layer").getByText("comment 1").waitFor();
  await expectSound(judging, "comments, one of them pinned");
  await judging.getByRole("button", { name: "Wrong" }).click();
  await judging.getByLabel("What is wrong with the label").fill("No name is in it");
  await judging.getByRole("button", { name: "Delete name text" }).click();
  await judging.getByRole("button", { name: "Submit" }).click();
  await untilHolds(async () => {
    await runJobs();
    expect(await batchOf(id)).toMatchObject({ status: "failed" });
  });
  const leading = await openAs(owner, `/batches/${id}`);
  const { failure_reasons } = await batchOf(id);
  await leading.getByText("Why the batch failed").waitFor();
  expect(await leading.getByText(failure_reasons[0].message).count()).toBe(1);
  const examples = leading.getByRole("region", { name: "Labels that the last audit found wrong" });
  await examples.getByRole("link").locator("mark, span").first().waitFor();
  await expectSound(leading, "failed batch with what the audit found");
  await leading.getByRole("button", { name: "Send back to annotators" }).click();
  const sendBack = leading.getByRole("button", { name: "Send back", exact: true });
  expect(await sendBack.isDisabled()).toBe(true);
  await leading.getByRole("textbox", { name: "Reason" }).fill("Only names of people");
  await leading.getByText("The item that the audit found wrong loses its label and goes back.").waitFor();
  await leading.getByText(/For a day they are reserved for .*, who answered them before/).waitFor();
  await expectSound(leading, "rework");
  await sendBack.click();
  await untilHolds(async () => expect(await batchOf(id)).toMatchObject({ status: "processing" }));
  await leading.getByText("processing, round 2").waitFor();
  await leading.getByText("Sent back just now by Ada: Only names of people").waitFor();
  await leading.getByText("Result of round 1:").waitFor();
  await examples.getByRole("row", { name: "1 × name nothing" }).waitFor();
  await leading.getByText("Answers left").waitFor(); // the forecast, without a reload

  const reworking = await openAs(annotator, `/work?batch=${id}`);
  await reworking.getByText("Only names of people No name is in it").waitFor();
  await reworking.getByRole("button", { name: "Comments and reply" }).click();
  await reworking.getByText("Is this a name?").waitFor();
  await reworking.getByRole("button", { name: "Reply", exact: true }).click();
  await reworking.getByLabel("Reply to Ada").fill("It was in the last version");
  await expectSound(reworking, "comments, a reply being written");
  await reworking.getByRole("button", { name: "Send" }).click();
  await reworking.getByRole("button", { name: "Reply", exact: true }).waitFor();

  const read = async () =>
    bodyOf(await request("GET", `/v1/comments?batch_id=${id}&sort=created_at`), 200).data;
  const [first, reply] = await read();
  expect(first).toMatchObject({
    ...{ text: "Is this a name?", place: { span: { start: 0, end: 4 } } },
    author: { id: auditor.member_id },
  });
  expect(reply).toMatchObject({ thread_id: first.id, author: { id: annotator.member_id } });

  const page = await openAs(owner, `/items/${task.item.id}`);
  await page.getByText("It was in the last version").waitFor();
  await expectSound(page, "comments of an item");
  await page.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("1 resolved").waitFor();
  expect(await read()).toMatchObject([{ resolved: true }, { resolved: true }]);
});

test("a failed batch says how many of the labels found wrong its verdict counts", async () => {
  const { id } = await givenBatch(service, { texts: 60, settings: ONE });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  // all but the first are wrong and wait for it: the last of them arrives when the others have decided
  const [first = { id: "" }, ...others] = await claimByRank(service, service.db, id);
  const wrong = { verdict: "wrong", reason: "Nobody agrees here." };
  const audits = [...others, first];
  for (const audit of audits) bodyOf(await submit(service, audit, "no", wrong), 200);
  await runJobs();
  const { looks } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  const { d, n, N } = looks.at(-1);
  expect(d).toBeLessThan(others.length);
  const page = await openAs(owner, `/batches/${id}`);
  const examples = page.getByRole("region", { name: "Labels that the last audit found wrong" });
  await examples.getByText(`The verdict used the first ${n} checks (${d} wrong).`).waitFor();
  await examples.getByText(`${audits.length} wrong labels: ${audits.length} delivered as yes.`).waitFor();
  expect(await examples.getByRole("row").count()).toBe(7);
  await examples.getByRole("row", { name: "yes no Nobody agrees here." }).first().waitFor();
  await examples.getByText("Nobody agrees here.").first().waitFor();
  await examples.getByRole("link", { name: "Show all of them" }).waitFor();
  await page.getByRole("button", { name: "Send back to annotators" }).click();
  const staying = Math.round((d / n) * (N - others.length - 1)); // all that were claimed go back
  await page.getByText(`about ${staying} labels that stay are wrong too`).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  await examples.getByRole("link").first().click();
  await page
    .getByText("The last audit found this label wrong: the auditor answered no. Nobody agrees here.")
    .waitFor();
  await page.getByRole("cell", { name: "no · the label is wrong" }).waitFor();

  await givenProject(service, { name: "Newer, and nothing to do" });
  await page.goto(`${origin}/projects`);
  await page.getByText("Newer, and nothing to do").waitFor();
  expect(await page.locator("main li").first().innerText()).not.toContain("Newer");
});

test("what waits for the member’s audit is the primary button of a project, before Annotate", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 6, settings: ONE });
  const upload_ids = [await givenLines(service, service, [{ text: "one more" }])];
  bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
  const page = await openAs(owner, `/projects/${project_id}`);
  const color = (name: string) =>
    page.evaluate<string>(
      `getComputedStyle([...document.querySelectorAll("a")].find((link) => link.textContent === "${name}")).backgroundColor`,
    );
  await page.getByRole("link", { name: "Annotate" }).waitFor();
  const primary = await color("Annotate");
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await page.reload();
  await page.getByRole("link", { name: "Audit", exact: true }).waitFor();
  await page.getByRole("link", { name: "Annotate" }).waitFor();
  expect(await color("Audit")).toBe(primary);
  expect(await color("Annotate")).not.toBe(primary);
});

test("a project lists its blockers with a button for each, and shows work per day", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 1, settings: ONE });
  for (const annotator of ["ann", "bob"]) {
    const task = await claim(service, annotator, { batch_id: id });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "Unclear" }), 200);
  }
  const { id: member_id } = bodyOf(await request("GET", "/v1/members?external_id=bob"), 200).data[0];
  await service.db
    .insertInto("pauses")
    .values({
      ...{ id: "pause_1", account_id: service.accountId, project_id, member_id, paused_at: new Date() },
      ...{ gold_answered: 9, gold_right: 1, gold_floor: 0.8, passed_at: null },
    })
    .execute();
  await service.db
    .insertInto("model_runs")
    .values({
      ...{
        account_id: service.accountId,
        id: "run_1",
        batch_id: id,
        model_id: "model_1",
        model_name: "yolo",
      },
      ...{
        model_version: "8",
        status: "failed",
        reason: "the model answered 500",
        filter: "{}",
        item_count: 1,
      },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .execute();
  const page = await openAs(owner, `/projects/${project_id}`);
  await page.getByText("1 model run does not go on: yolo 8: the model answered 500").waitFor();
  const models = await page.getByRole("link", { name: "Open models" }).getAttribute("href");
  expect(models).toBe(`/batches/${id}?tab=models`);
  await page.getByText("bob is paused since").waitFor();
  await page.getByRole("button", { name: "Resume annotator" }).click();
  await page.getByText("bob is paused since").waitFor({ state: "detached" });
  expect(bodyOf(await request("GET", `/v1/members/${member_id}`), 200)).toMatchObject({ paused: [] });

  await page.getByText("1 item skipped. Adjudicate it: It is not clear which answer is right (2).").waitFor();
  await page.getByRole("link", { name: "Adjudicate" }).click();
  await page.getByRole("button", { name: /^yes/ }).click();
  await page.getByRole("button", { name: "Decide" }).click();
  await untilHolds(async () => expect(await itemOf(service, id, "1")).toMatchObject({ status: "accepted" }));

  await page.goto(`${origin}/projects/${project_id}`);
  await page.getByRole("img", { name: "1 answer and 0 audits in 30 days" }).waitFor();
  await page.getByRole("button", { name: "View as table" }).click();
  await page.getByRole("row", { name: /^\d{4}-\d\d-\d\d 1 / }).waitFor(); // today, or yesterday if it was midnight meanwhile
});

test("a cell of the confusion table links to its items, and the address keeps the filter", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 3 } };
  const { id } = await givenBatch(service, { texts: 2, settings });
  await annotateAll(service, id, ["ann", "bob", "cid"], (text, annotator) =>
    annotator === "cid" && text === "text 2" ? "no" : "yes",
  );
  const page = await openAs(owner, `/batches/${id}?tab=agreement`);
  await page.getByRole("link", { name: "1 answered no where yes is the final label" }).click();
  await page.getByRole("link", { name: "2", exact: true }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ label: "yes", answer: "no" });
  expect(await page.getByRole("link", { name: "1", exact: true }).count()).toBe(0);

  await page.goBack();
  await page.getByRole("button", { name: "Final label" }).click();
  await page.getByRole("option", { name: "Another annotator" }).click();
  await page.getByRole("link", { name: "2 answered no where yes is the other annotator’s answer" }).click();
  await page.getByRole("link", { name: "2", exact: true }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ answer: "no", other: "yes" });
  await page
    .getByText("Only items that an annotator answered with “no”, and somebody else with “yes”.")
    .waitFor();
  expect(await page.getByRole("link", { name: "1", exact: true }).count()).toBe(0);

  await page.getByRole("button", { name: "More filters (2)" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("link", { name: "1", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Answered with" }).innerText()).toBe("Any");
  await page.getByLabel("External id").fill("1");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "2", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "1", exact: true }).waitFor();
  await page.locator("input:focus").and(page.getByLabel("External id")).waitFor(); // the focus stays in the field
});

test("on a telephone, both buttons of a tie are within the page, and an open item is sent back", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 1, settings: TWO });
  await annotateAll(service, id, ["ann", "bob"], (_, who) => (who === "ann" ? "yes" : "no"));
  await runJobs();
  const page = await openAs(owner, `/projects/${project_id}`);
  await page.getByText("1 item tied").waitFor();
  const ends = async (name: string) => {
    const box = await page.getByText(name, { exact: true }).boundingBox();
    return box === null ? Number.NaN : box.x + box.width;
  };
  await page.goto(`${origin}/batches/${id}`);
  await page.getByText("1 decision. All answers are given, but they disagree").waitFor();
  await page.getByRole("tab", { name: "Agreement" }).click();
  await page.getByText("Other annotator’s answer").waitFor(); // nothing is decided, so final labels would show no confusion
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  const panel = await page.getByRole("list").filter({ hasText: "1 item tied" }).boundingBox();
  for (const button of ["Add an annotator", "Send to an adjudicator"]) {
    expect(await ends(button)).toBeLessThan((panel?.x ?? 0) + (panel?.width ?? 0));
  }

  await page.goto(`${origin}/items/${(await itemOf(service, id, "1")).id}`);
  await page.getByRole("button", { name: "Send back to annotators" }).click();
  await page.getByRole("dialog", { name: "Send back to annotators" }).getByText("to this item").waitFor();
  await page.getByLabel("Reason (optional)").fill("Look at the second line");
  await page.getByRole("button", { name: "Send back to annotators: 1 item" }).click();
  await page.getByText("Changing").waitFor();
  await runJobs();
  await page.getByText("Changed", { exact: true }).waitFor();
  expect(await claim(service, "ann", { batch_id: id })).toMatchObject({ reason: "Look at the second line" });
});

test("on a telephone, an image fills the page and does not scroll past its editor", async () => {
  const settings = { annotation_type: "object_detection", labels: [{ name: "car" }], quality_level: "none" };
  const project = bodyOf(await request("POST", "/v1/projects", settings), 201);
  const file = { filename: "one.png", content_base64: pngOf(200, 100).toString("base64") };
  const upload = bodyOf(await request("POST", "/v1/uploads", { files: [file] }), 201);
  await runJobs();
  const batch = { project_id: project.id, upload_ids: [upload.id] };
  const { id } = bodyOf(await request("POST", "/v1/batches", batch), 201);
  const page = await openAs(owner, `/work?batch=${id}&kinds=annotate`);
  await page.getByText("0 objects").waitFor();
  await page.setViewportSize({ width: 390, height: 800 });

  const beyond = () => page.evaluate("document.documentElement.scrollHeight - innerHeight");
  await expect.poll(beyond).toBeLessThanOrEqual(0); // the canvas takes its new size after the page has
});
