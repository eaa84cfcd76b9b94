import type { Response, Service, TestAccount } from "./service.ts";

/** A source whose store refuses connections. */
export const GIVEN_SOURCE = {
  kind: "s3",
  config: { bucket: "photographs", endpoint: "http://127.0.0.1:9" },
  credentials: { access_key_id: "assay", secret_access_key: "source-secret" },
};

/** A model whose server refuses connections. */
export const GIVEN_MODEL = {
  name: "sentiment",
  kind: "http",
  url: "http://127.0.0.1:9/predict",
  annotation_types: ["text_classification"],
};

/** One id of everything that an account can own, by the folder that it has in paths. */
export async function givenEveryResource(
  service: Service,
  { request }: TestAccount,
): Promise<Record<string, string>> {
  const post = async (url: string, body: object): Promise<Response["body"]> => {
    const response = await request("POST", url, body);
    if (response.status >= 300) throw new Error(`POST ${url}: ${response.status} ${response.bytes}`);
    return response.body;
  };
  const first = async (url: string): Promise<string> => (await request("GET", url)).body.data[0].id;

  const key = await post("/v1/api-keys", { name: "ci" });
  const member = await post("/v1/members", { name: "Ada" });
  const rate = { unit: "hour", amount: "15.50", currency: "EUR" };
  await request("PUT", `/v1/members/${member.id}/rates/2026-11-01`, rate);
  const webhook = await post("/v1/webhooks", { url: "http://127.0.0.1:9/hook" });
  const project = await post("/v1/projects", {
    annotation_type: "text_classification",
    labels: [{ name: "good" }, { name: "bad" }],
    quality_level: "none",
  });
  const files = ["a.txt", "b.txt"].map((filename) => ({
    filename,
    content_type: "text/plain",
    text: filename,
  }));
  const upload = await post("/v1/uploads", { files });
  await service.runJobs();
  const source = await post("/v1/sources", GIVEN_SOURCE);
  const batch = await post("/v1/batches", { project_id: project.id, upload_ids: [upload.id] });
  const model = await post("/v1/models", { ...GIVEN_MODEL, version: batch.id });
  const run = await post(`/v1/batches/${batch.id}/predict`, { model_id: model.id });
  const { data: tasks } = await post("/v1/tasks/claim", { batch_id: batch.id, annotator: member.id });
  const job = await post("/v1/items/bulk", {
    filter: { batch_id: batch.id },
    action: "priority",
    priority: 1,
  });
  const comment = await post("/v1/comments", { item_id: tasks[0].item.id, text: "Blurred?" });
  const made = await post("/v1/exports", { batch_id: batch.id, format: "jsonl" });
  const dataset = await post("/v1/datasets", {
    name: `labels of ${batch.id}`,
    query: { project_id: project.id },
  });
  await post(`/v1/datasets/${dataset.id}/versions`, {});
  return {
    "api-keys": key.id,
    members: member.id,
    rates: "2026-11-01",
    projects: project.id,
    uploads: upload.id,
    sources: source.id,
    models: model.id,
    runs: run.id,
    files: await first(`/v1/uploads/${upload.id}/files`),
    batches: batch.id,
    items: tasks[0].item.id,
    tasks: tasks[0].id,
    bulk: job.id,
    exports: made.id,
    datasets: dataset.id,
    versions: "1",
    webhooks: webhook.id,
    events: await first("/v1/events"),
    comments: comment.id,
    deliveries: await first(`/v1/webhooks/${webhook.id}/deliveries`),
  };
}
