import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";
import type { Batch } from "./certify.ts";
import { ADJUDICATOR, ANNOTATORS, AUDITOR } from "./people.ts";
import { BOX_POLICY, NAME_POLICY } from "./subjects.ts";
import { IMAGE_LABELS, PHOTOGRAPHS, TEXT_LABELS, TEXTS_FILE } from "./truth.ts";
import { uploadLines, uploadPhotographs } from "./uploads.ts";

/** Registers a receiver for every type of event; returns the signing secret. */
export async function registerWebhook(client: Client, url: string): Promise<string> {
  const { data } = await client.POST("/v1/webhooks", { body: { url, description: "the tour" } });
  return data.secret;
}

/** Adds everyone by the names that their answers will come under. */
export async function addMembers(client: Client): Promise<void> {
  const people = [
    ...ANNOTATORS.map(({ name }) => ({ name, role: "annotator" as const })),
    { name: ADJUDICATOR, role: "reviewer" },
    { name: AUDITOR, role: "reviewer" },
  ] as const;
  for (const { name, role } of people) {
    await client.POST("/v1/members", { body: { name, role, external_id: name } });
  }
}

/** One thing for each of the two subjects. */
export interface Both<T> {
  readonly photos: T;
  readonly texts: T;
}

/**
 * Creates both projects at the level `standard`, and changes the first once for its event. Returns their ids.
 */
export async function createProjects(client: Client): Promise<Both<string>> {
  const photos = await createProject(client, {
    name: "Objects in photographs",
    annotation_type: "object_detection",
    export_format: "coco",
    labels: IMAGE_LABELS.map((name) => ({ name })),
    quality_policy: BOX_POLICY,
  });
  const texts = await createProject(client, {
    name: "Names in a novel",
    annotation_type: "named_entity_recognition",
    export_format: "conll",
    labels: TEXT_LABELS.map((name) => ({ name })),
    quality_policy: NAME_POLICY,
  });
  await client.PATCH("/v1/projects/{id}", {
    params: { path: { id: photos } },
    body: { instructions: "Draw a box around every object that has a label." },
  });
  return { photos, texts };
}

/** Uploads everything and creates two batches. */
export async function createBatches(client: Client, projects: Both<string>): Promise<Both<Batch>> {
  const [photographs, lines] = await Promise.all([
    uploadPhotographs(client, PHOTOGRAPHS),
    uploadLines(client, "texts.jsonl", TEXTS_FILE),
  ]);
  const photos = await createBatch(client, projects.photos, photographs);
  const texts = await createBatch(client, projects.texts, [lines]);
  return { photos, texts };
}

type Settings = components["schemas"]["CreateProject"];

async function createProject(client: Client, settings: Settings): Promise<string> {
  const { data } = await client.POST("/v1/projects", { body: { quality_level: "standard", ...settings } });
  return data.id;
}

async function createBatch(client: Client, project_id: string, upload_ids: string[]): Promise<Batch> {
  const { data } = await client.POST("/v1/batches", { body: { project_id, upload_ids } });
  return data;
}
