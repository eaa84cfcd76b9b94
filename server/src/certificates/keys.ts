import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Db } from "../platform/db.ts";
import { isoOrNull } from "../platform/wire.ts";
import type { Signer } from "./envelope.ts";
import type { KeySet } from "./schemas.ts";
import {
  findCurrentKey,
  insertSigningKey,
  listRevoked,
  listSigningKeys,
  markKeyRevoked,
  retireCurrentKey,
  type SigningKeyRow,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "secrets" | "now">;

/** The key that signs now, made where there is none: processes that start together agree on one. */
export async function loadSigner(needs: Needs): Promise<Signer> {
  const { db, secrets } = needs;
  const found = await findCurrentKey(db);
  if (found === undefined) {
    await insertSigningKey(db, newKey(needs));
    return loadSigner(needs);
  }
  return { id: found.id, privateKey: createPrivateKey(secrets.decrypt(found.private_key_encrypted)) };
}

/** Lets a new key sign from now on; the one before still verifies what it signed. Gives the new key's row. */
export async function rotateKey(needs: Needs): Promise<SigningKeyRow> {
  const { db, now } = needs;
  return db.transaction().execute(async (tx) => {
    await retireCurrentKey(tx, now());
    await insertSigningKey(tx, newKey(needs));
    return (await findCurrentKey(tx)) ?? missing("that signs");
  });
}

/**
 * Says that nothing signed with a key is to be trusted, because somebody else may have it. Where it is the one
 * that signs, a new one takes its place. Throws `not_found`.
 */
export async function revokeKey(needs: Needs, id: string): Promise<SigningKeyRow> {
  if ((await findCurrentKey(needs.db))?.id === id) await rotateKey(needs);
  return (await markKeyRevoked(needs.db, id, needs.now())) ?? missing(id);
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no certificate key ${id}`);
}

/** Every public key and what was revoked, as `assay-keys.json` tells it. */
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
