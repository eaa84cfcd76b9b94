import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { checkpointText } from "@assay/domain/log/checkpoint.ts";
import { keyIdOf, type NoteKey, noteOf } from "@assay/domain/log/note.ts";
import { type LogProof, proofText } from "@assay/domain/log/proof.ts";
import { inclusionRanges } from "@assay/domain/log/tree.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { sha256 } from "../platform/sha256.ts";
import { countEntries, readRanges } from "./store.ts";

export type LogNeeds = Pick<Deps, "config" | "db" | "secrets" | "now">;

/** A state of the log, with its root hash. */
export interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

/** The state of all entries that `db` sees: in an open transaction also its own. */
export async function readHead(db: Db): Promise<Head> {
  return readHeadAt(db, await countEntries(db));
}

/** The state of the log when it had its first `size` entries. */
export async function readHeadAt(db: Db, size: number): Promise<Head> {
  const [root] = await readRanges(db, [{ start: 0, end: size }]);
  if (root === undefined) throw new Error("the log has no root");
  return { size, root };
}

/** The signed checkpoint of `head`. Source: c2sp.org/tlog-checkpoint. */
export async function signCheckpoint(needs: LogNeeds, { size, root }: Head): Promise<string> {
  const row = await loadKey(needs);
  const key = noteKey(row);
  const text = checkpointText({ origin: row.origin, size, root });
  const signature = sign(
    null,
    Buffer.from(text),
    createPrivateKey(needs.secrets.decrypt(row.private_key_encrypted)),
  );
  return noteOf({ text, signatures: [{ name: key.name, keyId: keyIdOf(sha256, key), signature }] });
}

/** The hashes that prove that the entry at `position` is in the tree of `size` entries. */
export async function proveInclusion(db: Db, position: number, size: number): Promise<Uint8Array[]> {
  return readRanges(db, inclusionRanges(position, size));
}

/** The proof of an entry in the tree of `head`, as the text of a `.tlog-proof` file. */
export async function proofOf(needs: LogNeeds, position: number, head: Head): Promise<string> {
  const proof: LogProof = {
    index: position,
    hashes: await proveInclusion(needs.db, position, head.size),
    checkpoint: await signCheckpoint(needs, head),
  };
  return proofText(proof);
}

/** The public half of the log's key. */
export function noteKey({ origin, public_key }: Pick<Row<"log_key">, "origin" | "public_key">): NoteKey {
  return { name: origin, publicKey: public_key };
}

/** The log's key, created if there is none: processes that start together agree on one. */
export async function loadKey(needs: LogNeeds): Promise<Row<"log_key">> {
  const { db, config, secrets, now } = needs;
  const found = await db.selectFrom("log_key").selectAll().executeTakeFirst();
  if (found !== undefined) return found;
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  await db
    .insertInto("log_key")
    .values({
      origin: originOf(config.baseUrl),
      public_key: Buffer.from(x, "base64url"),
      private_key_encrypted: secrets.encrypt(String(privateKey.export({ type: "pkcs8", format: "pem" }))),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return loadKey(needs);
}

/** Names of keys contain no plus and no space. Source: c2sp.org/signed-note, "Format". */
function originOf(baseUrl: string): string {
  return `${baseUrl.replace(/^https?:\/\//, "").replaceAll("+", "%2B")}/log`;
}
