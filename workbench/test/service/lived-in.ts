import { annotateAll, auditToVerdict, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import type { Service } from "@assay/server/test/service.ts";
import { pngOf } from "../image.ts";

/** An account with something on every screen. */
export interface LivedIn {
  readonly owner: Person;
  readonly project_id: string;
  /** Certified, with the answers of three annotators. */
  readonly batch_id: string;
  /** Images without an answer. */
  readonly open_batch_id: string;
  /** The addresses of the screens inside the frame, each with words that are shown once its data are there. */
  readonly screens: readonly (readonly [path: string, words: string])[];
}

const LONG = "a-photograph-with-a-rather-long-name-from-the-northern-crossing";

/** Fills the account of `service`. */
export async function givenLivedIn(service: Service): Promise<LivedIn> {
  const { request, runJobs } = service;
  const owner = await givenPerson(service, { role: "owner" });
  const settings = { name: "Tone of messages", quality_level: "standard", quality_policy: { overlap: 3 } };
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 12, settings });
  await annotateAll(service, batch_id, ["ann", "bob", "christopher"], (text, annotator) =>
    annotator === "bob" && text === "text 2" ? "no" : "yes",
  );
  await runJobs();
  await auditToVerdict(service, batch_id, "eve");
  bodyOf(await request("POST", "/v1/exports", { batch_id, format: "jsonl" }), 202);
  const { id: webhook_id } = bodyOf(
    await request("POST", "/v1/webhooks", {
      ...{ url: "https://hooks.acme.test/assay/a-rather-long-address", events: ["batch.failed"] },
    }),
    201,
  );
  bodyOf(await request("POST", `/v1/webhooks/${webhook_id}/test`, { type: "batch.failed" }), 200);
  await runJobs();
  const images = await givenImages(service);
  const [{ id: item_id }] = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
  return {
    ...{ owner, project_id, batch_id, open_batch_id: images },
    screens: [
      ["/projects", "Tone of messages"],
      [`/projects/${project_id}`, "Agreement, alpha"],
      [`/projects/${project_id}?tab=settings`, "Quality"],
      [`/batches/${batch_id}`, "Open certificate"],
      [`/batches/${batch_id}?tab=agreement`, "By label"],
      [`/batches/${batch_id}?tab=annotators`, "christopher"],
      [`/batches/${batch_id}?tab=models`, "No predictions yet"],
      [`/batches/${batch_id}?tab=exports`, "jsonl"],
      [`/items?batch=${batch_id}`, "12 items"],
      [`/items?batch=${images}`, "3 items"],
      [`/items/${item_id}`, "christopher"],
      ["/members", "christopher"],
      ["/settings/account", "Bytes fetched by URL per upload"],
      ["/settings/keys", "first key"],
      ["/settings/webhooks", "hooks.acme.test"],
      [`/settings/webhooks/${webhook_id}`, "test"],
      ["/settings/models", "No models yet"],
      ["/settings/work", "christopher"],
      ["/settings/audit-log", "Assay keeps changes for 400 days."],
      ["/questions", "No open questions"],
      ["/work/mine", "My work"],
    ],
  };
}

/** A batch of images, of which the names are long. */
async function givenImages({ request, runJobs }: Service): Promise<string> {
  const project = {
    ...{
      name: "Cars",
      annotation_type: "object_detection",
      labels: [{ name: "car" }],
      quality_level: "none",
    },
  };
  const { id: project_id } = bodyOf(await request("POST", "/v1/projects", project), 201);
  const files = [1, 2, 3].map((place) => ({
    filename: `${LONG}-${place}.png`,
    content_base64: pngOf(60 * place, 40).toString("base64"),
  }));
  const { id } = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  await runJobs();
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [id] }), 201);
  await runJobs();
  return batch.id;
}
