import type { Db } from "../database/db.ts";
import { retireOlderKeys } from "./master-keys.ts";
import { reencrypt } from "./reencrypt.ts";
import type { Secrets } from "./secrets.ts";

/** The end of a rotation: no stored value needs a key but the first. */
export interface Rotation {
  /** How many values were encrypted again. */
  readonly changed: number;
  /** The fingerprints of the configured keys that nothing stored needs. */
  readonly older: readonly string[];
}

/** Encrypts all stored secrets with the first master key. Throws if another process still encrypts with an older one. */
export async function rotateMasterKey(db: Db, secrets: Secrets): Promise<Rotation> {
  const changed = await reencrypt({ db, secrets });
  const meanwhile = await reencrypt({ db, secrets });
  if (meanwhile > 0) {
    throw new Error(
      `another process still encrypts with an older key (${changed + meanwhile} values were encrypted again): restart every ` +
        "process with the new key first, then run this command again",
    );
  }
  return { changed, older: await retireOlderKeys(db, secrets) };
}
