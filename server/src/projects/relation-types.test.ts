import { expect, test } from "vitest";
import { bodyOf, claim, givenLines, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request } = service;

const LABELS = [
  { name: "person" },
  { name: "company" },
  { name: "works for", color: "#112233", hotkey: "R", relation: { source: ["person"], target: ["company"] } },
];

async function givenTask(labels: readonly object[], texts = 1) {
  const { id: project_id } = await givenProject(service, {
    annotation_type: "ner",
    quality_level: "none",
    labels,
  });
  const upload_id = await givenLines(service, service, Array(texts).fill({ text: "Ada Acme" }));
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload_id] }), 201);
  await service.runJobs();
  return { project_id, batch, task: await claim(service, "ann", { batch_id: batch.id }) };
}

const spans = [
  { start: 0, end: 3, label: "person" },
  { start: 4, end: 8, label: "company" },
];
const submitted = (task: { id: string }, from: number, to: number, label: string) =>
  request("POST", `/v1/tasks/${task.id}/submit`, {
    result: { spans, relations: [{ from, to, label }] },
  });

test("a project's relation types are stored with ids, and answers have them between the spans that they allow", async () => {
  const { project_id, task } = await givenTask(LABELS);
  const project = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  expect(project.labels).toMatchObject([
    { id: "label_1" },
    { id: "label_2" },
    { color: "#112233", hotkey: "R", relation: { source: ["label_1"], target: ["label_2"] } },
  ]);
  expect(project.labels[0]).not.toHaveProperty("relation");
  expect(task.guidelines?.labels ?? project.labels).toMatchObject(project.labels);

  expect(await submitted(task, 1, 0, "works for")).toMatchObject({
    status: 400,
    body: {
      message: expect.stringContaining(
        'relations.0.from must be a span with one of the labels that "works for"',
      ),
    },
  });
  expect(await submitted(task, 0, 1, "person")).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("must be one of the project's relation types (works for)") },
  });
  bodyOf(await submitted(task, 0, 1, "works for"), 200);
});

test("a renamed relation type and renamed ends keep their ids, and earlier answers get the new names", async () => {
  const { project_id, batch, task } = await givenTask(LABELS, 2);
  bodyOf(await submitted(task, 0, 1, "works for"), 200);
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const names = ["human", "firm", "employed by"];
  const renamed = labels.map((label: object, index: number) => ({ ...label, name: names[index] }));
  const changed = bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);
  expect(changed.labels[2].relation).toEqual({ source: ["label_1"], target: ["label_2"] });

  const next = await claim(service, "ann", { batch_id: batch.id });
  const result = {
    spans: [
      { ...spans[0], label: "human" },
      { ...spans[1], label: "firm" },
    ],
  };
  const relations = [{ from: 0, to: 1, label: "employed by" }];
  bodyOf(await request("POST", `/v1/tasks/${next.id}/submit`, { result: { ...result, relations } }), 200);
  await service.runJobs();
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch.id}`), 200);
  const delivered = data.map((item: { label: { relations: object[] } }) => item.label.relations);
  expect(delivered).toEqual([relations, relations]);
});

test("a project without relation types takes the labels of spans for relations, as before", async () => {
  const { task } = await givenTask(LABELS.slice(0, 2));
  bodyOf(await submitted(task, 0, 1, "person"), 200);
});

test("a relation type of another annotation type is refused with its place", async () => {
  const body = { annotation_type: "polygon", labels: LABELS };
  expect(await request("POST", "/v1/projects", body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("labels.2.relation must be absent") },
  });
});
