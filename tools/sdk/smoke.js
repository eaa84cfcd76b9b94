// Uses the installed package as a stranger would; check.ts runs it in each runtime, and in a page of Chromium.

import {
  Assay,
  NotFoundError,
  SignatureError,
  signWebhook,
  unwrapWebhook,
  verifyCertificate,
} from "@assay/sdk";

/** Throws where something is not as it should be; returns what was tried. */
export async function smoke(baseUrl, apiKey, batchId) {
  const client = new Assay({ baseUrl, apiKey });
  const tried = [];
  const check = (what, holds) => {
    if (!holds) throw new Error(`not so: ${what}`);
    tried.push(what);
  };

  const project = await client.projects.create({ annotation_type: "text_classification" });
  const upload = await client.uploads.create({
    files: ["a", "b", "c"].map((text) => ({ filename: `${text}.txt`, text })),
  });
  const batch = await client.batches.create({ project_id: project.id, upload_ids: [upload.id] });
  check("a batch is created", batch.item_count === 3);

  const blob = new Blob(['{"text":"x"}'], { type: "application/jsonl" });
  const chosen = await client.uploads.fromBlob(blob, { filename: "x.jsonl" });
  check("a Blob is uploaded", chosen.status === "ready" && chosen.size_bytes === 12);

  const names = [];
  for await (const { filename } of client.batches.listFiles(batch.id, { limit: 2 })) names.push(filename);
  check("a list loads its pages", names.join() === "a.txt,b.txt,c.txt");

  const missing = await client.batches.get("batch_none").catch((error) => error);
  check("an error has its class", missing instanceof NotFoundError && missing.requestId.startsWith("req_"));

  const once = { idempotencyKey: crypto.randomUUID() };
  const [first, again] = [
    await client.members.create({ name: "Ada" }, once),
    await client.members.create({ name: "Ada" }, once),
  ];
  check("a repeated POST takes effect once", first.id === again.id);

  const canceled = AbortSignal.abort(new Error("canceled"));
  const reason = await client.account.get({ signal: canceled }).catch((error) => error);
  check("a signal cancels", reason.message === "canceled");

  for await (const { event } of client.events.stream({ lastEventId: "0" })) {
    if (event.type === "batch.created" && event.data.batch_id === batch.id) break;
  }
  check("the stream has the event", true);

  const secret = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";
  const headers = await signWebhook('{"type":"é"}', secret);
  check("a webhook is unwrapped", (await unwrapWebhook('{"type":"é"}', headers, secret)).type === "é");
  const refusal = await unwrapWebhook("{}", headers, secret).catch((error) => error);
  check("a forged webhook is refused", refusal instanceof SignatureError);

  const keys = await client.certificates.listKeys();
  const { payloadType, payload, signatures } = await client.certificates.get(batchId);
  const certificate = JSON.stringify({ payloadType, payload, signatures });
  const signed = await verifyCertificate(inMemory({ "certificate.dsse.json": `${certificate}\n` }), { keys });
  check("a certificate's signature is verified", signed.certificate?.batch_id === batchId);
  const changed = certificate.replace('payload":"e', 'payload":"f');
  const forged = await verifyCertificate(inMemory({ "certificate.dsse.json": `${changed}\n` }), { keys });
  check("a changed certificate is not", forged.faults[0].code === "changed_certificate");
  return tried;
}

/** Files in memory, without those that a certificate lists. */
function inMemory(files) {
  return {
    list: async () => Object.keys(files),
    read: async (path) => files[path] && new TextEncoder().encode(files[path]),
    sha256: async () => undefined,
  };
}
