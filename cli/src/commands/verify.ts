import { readFile, stat } from "node:fs/promises";
import { repeatAuditsSentence } from "@assay/domain/certification/sentences.ts";
import { openFolder } from "@assay/sdk/folder.ts";
import { type Verification, verify as verifyBundle } from "@assay/sdk/verify.ts";
import { type Command, JSON_OPTION, onlyArgument, type Terminal, textOf } from "../command.ts";
import { onOneLine } from "../one-line.ts";
import { type Redrawn, redraw } from "../verify-draw.ts";
import { checkCopy, checkLogged, type Logged } from "../verify-logged.ts";

/** `assay verify` */
export const verify: Command = {
  usage: "verify DIR [--keys FILE|URL] [--log FILE] [--json]",
  summary: "Check an unpacked bundle against its certificate, offline",
  options: {
    keys: {
      type: "string",
      help: "the service's assay-keys.json; default: the bundle's own copy, which proves less",
    },
    log: {
      type: "string",
      help: "the file of assay log watch: the log must be the same, and have each step of the draw once",
    },
    ...JSON_OPTION,
  },
  examples: [
    "assay verify street/",
    "assay verify street/ --keys https://assay.acme.test/.well-known/assay-keys.json",
  ],
  async run(input, terminal) {
    const folder = onlyArgument(input, "DIR");
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) throw new Error(`${folder} is not a folder; unpack the bundle first`);
    const source = textOf(input, "keys");
    const keys = source === undefined ? {} : { keys: await readSource(source) };
    const file = textOf(input, "log");
    const result: Result = {};
    const isJson = input.values.json === true;
    const told = isJson ? { ...terminal, print: () => {} } : terminal;
    try {
      result.bundle = await verifyBundle(openFolder(folder), keys);
      tell(result.bundle, told);
      if (!result.bundle.ok) throw new Error(`${folder} differs from what was certified`);
      result.sample = await redraw(folder);
      tellSample(result.sample, folder, told);
      result.log = await checkLogged(folder);
      tellLogged(result.log, folder, told);
      if (file === undefined) return;
      result.log_copy = { faults: await checkCopy(folder, file) };
      tellCopy(result.log_copy.faults, file, told);
    } finally {
      if (isJson) terminal.print(JSON.stringify(result, withMaps, 2));
    }
  },
};

/** What was checked until the first fault. */
interface Result {
  bundle?: Verification;
  sample?: Redrawn;
  log?: Logged;
  log_copy?: { readonly faults: readonly string[] };
}

function withMaps(_name: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

function tellLogged({ faults, index }: Logged, folder: string, { print, note }: Terminal): void {
  for (const fault of faults) print(`WRONG ${onOneLine(fault)}`);
  if (faults.length > 0) throw new Error(`the log does not prove the certificate of ${folder}`);
  if (index === null) note("the bundle does not prove that the log has its certificate");
  else print(`the log has the certificate as entry ${index}`);
}

function tellCopy(faults: readonly string[], file: string, { print }: Terminal): void {
  for (const fault of faults) print(`WRONG ${onOneLine(fault)}`);
  if (faults.length > 0) throw new Error(`the log that ${file} keeps does not agree with the certificate`);
  print(`the log is the one that ${file} keeps, and has each step of the draw once`);
}

function tellSample(
  { faults, drawn, corrected, beacon }: Redrawn,
  folder: string,
  { print, note }: Terminal,
): void {
  for (const fault of faults) print(`WRONG ${onOneLine(fault)}`);
  if (faults.length > 0) throw new Error(`the sample of ${folder} cannot be drawn again`);
  if (drawn === null) {
    note("the certificate does not say how its sample was drawn");
    return;
  }
  if (beacon !== null) {
    const { chain, round, isVerified } = beacon;
    print(
      `nonce: round ${round} of the beacon ${onOneLine(chain)}${isVerified ? ", whose signature is valid" : ""}`,
    );
    if (!isVerified) note("the signature of this beacon was not checked: its key is not known here");
  }
  const changed = corrected === 0 ? "" : `; audits corrected ${corrected} of them since`;
  print(
    `sample drawn again: exactly these ${drawn} were audited, and the labels are those fixed before${changed}`,
  );
}

async function readSource(source: string): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readFile(source, "utf8");
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} answered ${response.status}`);
  return response.text();
}

function tell(
  { ok, certificate, faults, files, keyid, notes }: Verification,
  { print, note }: Terminal,
): void {
  for (const { message } of faults) print(`WRONG ${onOneLine(message)}`);
  for (const line of notes) note(onOneLine(line));
  if (!ok || certificate === null) return;
  const { batch_id, id, issued_at, level, predicate, revision, score } = certificate;
  print(`ok: ${files.length} files are as they were certified`);
  print(
    `certificate ${id} of ${batch_id}, revision ${revision}, issued ${issued_at}: ${level}, score ${score}`,
  );
  const { auditors, independence } = predicate;
  if (Array.isArray(auditors) && typeof independence === "string") {
    print(`audited by ${auditors.length} (independence: ${onOneLine(independence)})`);
    const repeats = repeatsOf(predicate.looks);
    if (repeats !== null) print(repeatAuditsSentence(repeats));
  }
  for (const limit of textsOf(predicate.limits)) print(onOneLine(limit));
  print(`signed with the key ${keyid}`);
}

/** The texts in a list of the certificate; none in certificates of earlier versions, which lack the list. */
function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

/** The repeat audits of the last of the certificate's looks; null in certificates of earlier versions. */
function repeatsOf(looks: unknown): { pairs: number; agreeing: number } | null {
  const last: unknown = Array.isArray(looks) ? looks.at(-1) : undefined;
  const repeats = isObject(last) ? last.repeat_audits : undefined;
  if (!isObject(repeats)) return null;
  const { pairs, agreeing } = repeats;
  const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
  return isCount(pairs) && isCount(agreeing) && agreeing <= pairs ? { pairs, agreeing } : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
