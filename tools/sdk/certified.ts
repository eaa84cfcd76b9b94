import type { Assay } from "@assay/sdk/index.ts";

const TEXTS = 12;
/** A claim takes at most twenty tasks. */
const AT_ONCE = 20;

/** A certified batch of short texts, answered by two people and audited by a third. */
export async function givenCertified(client: Assay): Promise<string> {
  const labels = [{ name: "yes" }, { name: "no" }];
  const project = await client.projects.create({ annotation_type: "text_classification", labels });
  const files = Array.from({ length: TEXTS }, (_, n) => ({ filename: `${n}.txt`, text: `Text ${n}` }));
  const upload = await client.uploads.create({ files });
  const { id } = await client.batches.create({ project_id: project.id, upload_ids: [upload.id] });
  for (const annotator of ["ann", "bob"]) while ((await answer(client, id, annotator, "annotate")) > 0);
  await client.batches.waitFor(id, { status: ["completed"], timeoutMs: 60_000 });
  for (;;) {
    await answer(client, id, "eve", "audit");
    const { status } = await client.batches.get(id);
    if (status === "certified") return id;
    if (status === "failed") throw new Error(`the batch ${id} failed`);
  }
}

/** Answers the tasks that somebody may have now; returns their number. */
async function answer(client: Assay, batch_id: string, annotator: string, kind: "annotate" | "audit") {
  const { data } = await client.tasks.claim({ annotator, batch_id, kinds: [kind], count: AT_ONCE });
  for (const { id } of data) await client.tasks.submit(id, { result: { label: "yes" }, client_id: id });
  return data.length;
}
