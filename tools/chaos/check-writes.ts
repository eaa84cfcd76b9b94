import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ApiError } from "@assay/sdk/api-error.ts";
import type { Client } from "@assay/sdk/client.ts";
import { type Check, type Evidence, faultsOf, lookAtEach } from "./check.ts";
import type { Answer, LedgerBatch } from "./ledger.ts";

/** Each write acknowledged with 2xx is stored as it was sent, and each deletion has happened. */
export async function checkWrites({ client, ledger }: Evidence): Promise<Check[]> {
  const { projects, uploads, batches, answers, drafts } = ledger;
  const deletedUploads = new Set(
    [...batches.values()].filter((one) => one.isDeleted).map((one) => one.upload_id),
  );
  const keptUploads = [...uploads].filter(([id]) => !deletedUploads.has(id));
  const files = keptUploads.reduce((sum, [, sha256]) => sum + sha256.length, 0);
  const byBatch = Map.groupBy(answers, ({ batch_id }) => batch_id);
  const kept = [...batches].filter(([, batch]) => !batch.isDeleted);
  const gone = [...batches].filter(([, batch]) => batch.isDeleted);
  const keptAnswers = kept.reduce((sum, [id]) => sum + (byBatch.get(id)?.length ?? 0), 0);
  return [
    {
      what: `${projects.size} projects and ${drafts.size} drafts are as they were acknowledged`,
      faults: [
        ...(await lookAtEach(projects, ([id, name]) => checkProject(client, id, name))),
        ...(await lookAtEach(drafts, ([id, draft]) => checkDraft(client, id, draft))),
      ],
    },
    {
      what: `${keptUploads.length} uploads with ${files} files have the bytes that were sent`,
      faults: await lookAtEach(keptUploads, ([id, sha256]) => checkUpload(client, id, sha256)),
    },
    {
      what: `${kept.length} batches have the ${keptAnswers} answers that were acknowledged, and no other`,
      faults: await lookAtEach(kept, ([id, batch]) => checkBatch(client, id, batch, byBatch.get(id) ?? [])),
    },
    {
      what: `${gone.length} batches that were deleted are gone`,
      faults: await lookAtEach(gone, ([id]) => checkGone(client, id)),
    },
  ];
}

async function checkProject(client: Client, id: string, name: string): Promise<string[]> {
  const { data } = await client.GET("/v1/projects/{id}", { params: { path: { id } } });
  return faultsOf(data.name !== name && `${id} is named ${data.name}, not ${name}`);
}

async function checkDraft(client: Client, id: string, draft: unknown): Promise<string[]> {
  const { data } = await client.GET("/v1/tasks/{id}", { params: { path: { id } } });
  const isKept = data.status === "leased" && isDeepStrictEqual(data.draft, draft);
  return faultsOf(!isKept && `${id} is ${data.status} with the draft ${JSON.stringify(data.draft)}`);
}

async function checkUpload(client: Client, id: string, sha256: readonly string[]): Promise<string[]> {
  const { data } = await client.GET("/v1/uploads/{id}", { params: { path: { id } } });
  const found = await Promise.all(
    data.files.map(async (file) => {
      const params = { path: { id: file.id } };
      const content = await client.GET("/v1/files/{id}/content", { params, parseAs: "arrayBuffer" });
      return hash("sha256", new Uint8Array(content.data));
    }),
  );
  const named = data.files.map((file) => file.sha256);
  return faultsOf(
    data.status !== "ready" && `${id} is ${data.status}`,
    found.join() !== sha256.join() && `${id} holds [${found}], not [${sha256}]`,
    named.join() !== sha256.join() && `${id} says that it holds [${named}], not [${sha256}]`,
  );
}

async function checkBatch(
  client: Client,
  id: string,
  sent: LedgerBatch,
  answers: readonly Answer[],
): Promise<string[]> {
  const params = { path: { id } };
  const { data: batch } = await client.GET("/v1/batches/{id}", { params });
  const { data: lines } = await client.GET("/v1/batches/{id}/annotations", { params, parseAs: "text" });
  const stored = new Map<string, Answer>();
  // Of an empty body the client gives nothing.
  for (const line of (lines ?? "").split("\n").filter(Boolean)) {
    const answer: Answer = JSON.parse(line);
    stored.set(answer.id, answer);
  }
  const acknowledged = new Set(answers.map((answer) => answer.id));
  const lost = answers.filter((answer) => !isSame(stored.get(answer.id), answer));
  const unheard = [...stored.keys()].filter((answer) => !acknowledged.has(answer));
  return faultsOf(
    batch.name !== sent.name && `${id} is named ${batch.name}, not ${sent.name}`,
    batch.project_id !== sent.project_id && `${id} is of ${batch.project_id}, not ${sent.project_id}`,
    !isDeepStrictEqual(batch.metadata, sent.metadata) &&
      `${id} has the metadata ${JSON.stringify(batch.metadata)}`,
    ...lost.map((answer) => `${answer.id} of ${id} was acknowledged and is lost or changed`),
    ...unheard.map((answer) => `${answer} of ${id} is there and nobody was told of it`),
  );
}

function isSame(stored: Answer | undefined, sent: Answer): boolean {
  if (stored === undefined) return false;
  const names = ["task_id", "item_id", "batch_id", "kind", "round", "client_id", "result"] as const;
  return names.every((name) => isDeepStrictEqual(stored[name], sent[name]));
}

async function checkGone(client: Client, id: string): Promise<string[]> {
  try {
    await client.GET("/v1/batches/{id}", { params: { path: { id } } });
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) return [];
    throw fault;
  }
  return [`${id} was deleted and is still shown`];
}
