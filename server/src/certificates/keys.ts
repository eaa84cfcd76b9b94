import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/database/db.ts";
import { isoOrNull } from "../platform/http/wire.ts";
import { readPredicate, readSubjects, type Signer, signStatement } from "./envelope.ts";
import { deleteBundles, listRevoked, listSignedWith } from "./of-any-account.ts";
import type { KeySet } from "./schemas.ts";
import {
  findCurrentKey,
  insertSigningKey,
  listSigningKeys,
  markKeyRevoked,
  retireCurrentKey,
  type SigningKeyRow,
  updateEnvelope,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "secrets" | "now">;

/** The current signing key, created if there is none: processes that start together agree on one. */
export async function loadSigner(needs: Needs): Promise<Signer> {
  const { db, secrets } = needs;
  const found = await findCurrentKey(db);
  if (found === undefined) {
    await insertSigningKey(db, newKey(needs));
    return loadSigner(needs);
  }
  return { id: found.id, privateKey: createPrivateKey(secrets.decrypt(found.private_key_encrypted)) };
}

/** Creates a new signing key; the previous one still verifies its signatures. Returns the new key's row. */
export async function rotateKey(needs: Needs): Promise<SigningKeyRow> {
  const { db, now } = needs;
  return db.transaction().execute(async (tx) => {
    await retireCurrentKey(tx, now());
    await insertSigningKey(tx, newKey(needs));
    return (await findCurrentKey(tx)) ?? missing("that signs");
  });
}

/** Certificates that one transaction signs again, in about 100 ms. */
const SIGNED_AT_ONCE = 500;

/**
 * Revokes a key that somebody else may have, at once. Then its certificates are signed again with the current key (a new
 * one if the current key is revoked), some in each transaction, and bundles are built again on the next request. Returns the
 * number of certificates; throws `not_found`. Repeat it after a crash.
 */
export async function revokeKey(needs: Needs, id: string): Promise<number> {
  const { db, now } = needs;
  if ((await findCurrentKey(db))?.id === id) await rotateKey(needs);
  const signer = await loadSigner(needs);
  if (!(await markKeyRevoked(db, id, now()))) return missing(id);
  let count = 0;
  let after: string | undefined = "";
  while (after !== undefined) {
    const from: string = after;
    const signed = await db.transaction().execute(async (tx) => {
      const certificates = await listSignedWith(tx, id, from, SIGNED_AT_ONCE);
      for (const certificate of certificates) {
        const { envelope } = certificate;
        await updateEnvelope(
          tx,
          certificate,
          signStatement(signer, readSubjects(envelope), readPredicate(envelope)),
        );
      }
      return certificates;
    });
    count += signed.length;
    after = signed.at(-1)?.id;
  }
  await deleteBundles(db);
  return count;
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no certificate key ${id}`);
}

/** Every public key and every revocation, in the form of `assay-keys.json`. */
export async function readKeySet(db: Db): Promise<KeySet> {
  const keys = await listSigningKeys(db);
  const revoked = await listRevoked(db);
  return {
    keys: keys.map(toJwk),
    revoked_certificates: revoked.map(({ id, revoked_at, revoked_reason }) => ({
      id,
      revoked_at: isoOrNull(revoked_at) ?? "",
      reason: revoked_reason,
    })),
  };
}

function newKey({ secrets, now }: Needs) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const der = publicKey.export({ type: "spki", format: "der" });
  return {
    id: createHash("sha256").update(der).digest("hex"),
    public_key: String(publicKey.export({ type: "spki", format: "pem" })),
    private_key_encrypted: secrets.encrypt(String(privateKey.export({ type: "pkcs8", format: "pem" }))),
    created_at: now(),
  };
}

function toJwk({ id, public_key, created_at, retired_at, revoked_at }: SigningKeyRow) {
  const { x = "" } = createPublicKey(public_key).export({ format: "jwk" });
  return {
    kty: "OKP" as const,
    crv: "Ed25519" as const,
    alg: "EdDSA" as const,
    use: "sig" as const,
    kid: id,
    x,
    pem: public_key,
    created_at: created_at.toISOString(),
    not_after: isoOrNull(retired_at),
    revoked_at: isoOrNull(revoked_at),
  };
}
