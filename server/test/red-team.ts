import { bodyOf, givenLines, givenProject } from "./given.ts";
import type { Person } from "./people.ts";
import type { Service, TestAccount } from "./service.ts";

/** `count` texts that no other test has. */
export function textsOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
}

/** A batch of these texts, with the external ids 1, 2, …, for which nobody has audited the same texts before. */
export async function givenBatchOf(
  service: Service,
  texts: readonly string[],
  settings: object = {},
  account: TestAccount = service,
): Promise<{ id: string; project_id: string }> {
  const project = await givenProject(account, { quality_policy: { overlap: 1 }, ...settings });
  const lines = texts.map((text, index) => ({ text, external_id: String(index + 1) }));
  const upload_id = await givenLines(service, account, lines);
  const body = { project_id: project.id, upload_ids: [upload_id] };
  return bodyOf(await account.request("POST", "/v1/batches", body), 201);
}

/** A completed batch of these texts whose sample is drawn, unless it waits for a nonce. Every label is `yes`. */
export async function givenLabeled(
  service: Service,
  texts: readonly string[],
  settings: object = {},
  account: TestAccount = service,
): Promise<{ id: string; project_id: string }> {
  const batch = await givenBatchOf(service, texts, settings, account);
  const annotations = texts.map((_, index) => ({
    ...{ external_id: String(index + 1), annotator: "ann" },
    result: { label: "yes" },
  }));
  bodyOf(await account.request("POST", `/v1/batches/${batch.id}/annotations`, { annotations }), 200);
  await service.runJobs();
  return batch;
}

/** Lets a signed-in person do all tasks of a kind, with `label(text)`. */
export async function workAs(
  person: Person,
  batch_id: string,
  kind: "annotate" | "audit",
  label: (text: string) => string = () => "yes",
): Promise<number> {
  for (let done = 0; ; done += 1) {
    const wish = { batch_id, kinds: [kind] };
    const [task] = bodyOf(await person.request("POST", "/v1/tasks/claim", wish), 200).data;
    if (task === undefined) return done;
    const result = { label: label(task.item.text) };
    bodyOf(await person.request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
  }
}

/** The certificate's statement about a batch. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the service signed; its assertions are the check
export async function predicateOf({ request }: TestAccount, batch_id: string): Promise<any> {
  const { payload } = bodyOf(await request("GET", `/v1/batches/${batch_id}/certificate`), 200);
  return JSON.parse(Buffer.from(payload, "base64").toString()).predicate;
}
