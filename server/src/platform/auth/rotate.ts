import type { Db } from "../database/db.ts";
import { listOtherKeysInUse, restoreKeys, retireOlderKeys } from "./master-keys.ts";
import { reencrypt } from "./reencrypt.ts";
import type { Secrets } from "./secrets.ts";

/** The end of a rotation: no stored value needs a key but the first. */
export interface Rotation {
  /** How many values were encrypted again. */
  readonly changed: number;
  /** The fingerprints of the configured keys that nothing stored needs. */
  readonly older: readonly string[];
}

/**
 * Encrypts all stored secrets with the first master key. Throws if another process still encrypts with another one. From the
 * middle on no process connects with another key, so what is encrypted again in the end is all that such a process wrote.
 */
export async function rotateMasterKey(db: Db, now: Date, secrets: Secrets): Promise<Rotation> {
  await assertNoOther(db, secrets);
  const changed = await reencrypt({ db, secrets });
  const retired = await retireOlderKeys(db, now, secrets);
  try {
    const meanwhile = await reencrypt({ db, secrets });
    await assertNoOther(db, secrets);
    // A process of the version before has no name in the database, and shows only by what it writes.
    if (meanwhile > 0) refuse(`${changed + meanwhile} values were encrypted again`);
  } catch (fault) {
    await restoreKeys(db, now, retired);
    throw fault;
  }
  return { changed, older: secrets.fingerprints.slice(1) };
}

async function assertNoOther(db: Db, secrets: Secrets): Promise<void> {
  const others = await listOtherKeysInUse(db, secrets);
  if (others.length > 0) refuse(`fingerprint ${others.join(" and ")}`);
}

function refuse(how: string): never {
  throw new Error(
    `another process still encrypts with another key (${how}): restart every process with the new key first, ` +
      "then run this command again",
  );
}
