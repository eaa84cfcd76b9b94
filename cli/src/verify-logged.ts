import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson } from "@assay/domain/draw/canonical-json.ts";
import { LogFault } from "@assay/domain/log/bytes.ts";
import { type Certificate, CertificateFault, openCertificate } from "@assay/sdk/certificate.ts";
import { type LoggedCertificate, readLogged } from "@assay/server/src/certificates/log-proof.ts";
import { readSample } from "@assay/server/src/draws/sample.ts";
import { isCopyOf, readCopy, repeatedSteps } from "./log-copy.ts";
import { readCertificate } from "./verify-draw.ts";
import { assertIncluded, digestOf, openCheckpoint, readEntry } from "./verify-log.ts";

/** Whether the log has the certificate of a bundle. */
export interface Logged {
  readonly faults: readonly string[];
  /** The position of its entry; null if the bundle has no proof, as those of earlier versions. */
  readonly index: number | null;
}

const FILE = "certificate-log.json";

/**
 * Compares the log of an unpacked bundle, whose evidence the caller has verified, with the copy that `assay log watch`
 * keeps: it is the same log, and no step of the draw is in it twice. Throws if there is no copy.
 */
export async function checkCopy(folder: string, file: string): Promise<string[]> {
  const entries = await readCopy(file);
  if (entries.length === 0)
    throw new Error(
      `${file} has no entries of a log beside it: run assay log watch URL --file ${file} first`,
    );
  const { predicate } = await readCertificate(folder);
  const sample = predicate.sample == null ? null : readSample(predicate.sample);
  if (sample === null || "fault" in sample) return ["the certificate does not say how its sample was drawn"];
  const { key, checkpoint: note, entries: steps } = sample.log;
  const checkpoint = openCheckpoint(key, note);
  if (entries.length < checkpoint.size)
    return [
      `the copy of the log has ${entries.length} entries, and the certificate ${checkpoint.size}: watch the log again`,
    ];
  if (!isCopyOf(entries, checkpoint))
    return [`the first ${checkpoint.size} entries of the log are not those of the certificate's checkpoint`];
  const batch = steps.map((step) => readEntry(step).batch)[0];
  const repeated = repeatedSteps(entries).filter(
    (step) => step.batch === batch && step.round === sample.round,
  );
  return repeated.map(({ message }) => message);
}

/**
 * Checks the proof in an unpacked bundle, whose certificate and files the caller has verified, that the log has the
 * certificate of the batch, and that this says the same as the certificate of the bundle.
 */
export async function checkLogged(folder: string): Promise<Logged> {
  const text = await readFile(join(folder, FILE), "utf8").catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === "ENOENT") return null;
    throw fault;
  });
  if (text === null) return { faults: [], index: null };
  const logged = readLogged(text);
  if (logged === undefined) return { faults: [`${FILE} is not a certificate with its proof`], index: null };
  return { faults: loggedFaults(logged, await readCertificate(folder)), index: logged.log.index };
}

/** Why the log does not have the certificate, or has another one than `stated`; empty if nothing is wrong. */
export function loggedFaults({ log, ...envelope }: LoggedCertificate, stated: Certificate): string[] {
  try {
    assertIncluded(openCheckpoint(log.key, log.checkpoint), log);
    const faults = entryFaults(readEntry(log), envelope.payload, stated);
    if (faults.length > 0) return faults;
    const { certificate } = openCertificate(Buffer.from(`${JSON.stringify(envelope)}\n`));
    return certificateFaults(certificate, stated);
  } catch (fault) {
    if (fault instanceof LogFault) return [fault.message];
    if (fault instanceof CertificateFault) return [`the certificate in ${FILE}: ${fault.message}`];
    throw fault;
  }
}

/** The entry is the one of this certificate, and of the batch whose draw the certificate proves. */
function entryFaults(
  { type, digest, revision, batch }: Readonly<Record<string, unknown>>,
  payload: string,
  stated: Certificate,
): string[] {
  if (type !== "certificate" || revision !== stated.revision)
    return ["the log's entry is not that of a certificate of this revision"];
  if (digest !== digestOf(Buffer.from(payload, "base64")))
    return [`the digest in the log's entry is not that of the certificate in ${FILE}`];
  const { sample } = stated.predicate;
  const drawn = sample == null ? null : readSample(sample);
  if (drawn === null || "fault" in drawn) return [];
  const isOfBatch = drawn.log.entries.every((step) => readEntry(step).batch === batch);
  return isOfBatch ? [] : ["the log's entry for the certificate is not of the batch whose sample was drawn"];
}

/** The certificate in the log says the same as that of the bundle; `loss.json` is another one in each format. */
function certificateFaults(logged: Certificate, stated: Certificate): string[] {
  if (canonicalJson(logged.predicate) !== canonicalJson(stated.predicate))
    return ["the certificate in the log says something else than the certificate of the bundle"];
  const others = [...logged.files].filter(
    ([path, sha256]) => path !== "loss.json" && (stated.files.get(path) ?? sha256) !== sha256,
  );
  return others.map(([path]) => `${path} is not the file that the certificate in the log names`);
}
