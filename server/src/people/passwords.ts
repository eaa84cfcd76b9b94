import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { changeFree } from "../platform/database/small-steps.ts";
import { newId } from "../platform/ids.ts";
import { assertUncommon } from "./common-passwords.ts";
import { listMemberships } from "./memberships.ts";

interface NewSignIn {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface NewPassword extends NewSignIn {
  readonly person_id: string;
  /** Whether only the person's mailbox got the link. */
  readonly proves_address: boolean;
}

/**
 * Throws `conflict` if the link was shown and the person is a member of another account, whose data it would open, and
 * `invalid_request` for a common password.
 */
export async function resetPassword(
  tx: Tx,
  { person_id, name, email, password, proves_address }: NewPassword,
  now: Date,
): Promise<void> {
  await assertUncommon(password, [name, email]);
  const { hashPassword } = await import("better-auth/crypto");
  if (proves_address) {
    await tx
      .updateTable("people")
      .set({ email_verified: true, updated_at: now })
      .where("id", "=", person_id)
      .execute();
  } else if ((await listMemberships(tx, person_id)).length > 1) {
    throw new ServiceError(
      "conflict",
      "this person is also a member of another account: they must use a password link sent to their e-mail address",
    );
  }
  const hash = { password: await hashPassword(password), updated_at: now };
  const { numUpdatedRows } = await tx
    .updateTable("credentials")
    .set(hash)
    .where("person_id", "=", person_id)
    .where("provider", "=", "credential")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await insertPassword(tx, person_id, hash.password, now);
  await endSessions(tx, person_id);
}

/** The person with this address and password; undefined if nobody has the address, `forbidden` for another password. */
export async function findPerson(tx: Tx, email: string, password: string): Promise<string | undefined> {
  const { verifyPassword } = await import("better-auth/crypto");
  const row = await tx
    .selectFrom("people")
    .leftJoin("credentials", (join) =>
      join.onRef("person_id", "=", "people.id").on("provider", "=", "credential"),
    )
    .select(["people.id", "password"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const isTheirs = row.password !== null && (await verifyPassword({ hash: row.password, password }));
  if (isTheirs) return row.id;
  throw new ServiceError("forbidden", `${email} already has a password here: enter that password to join`);
}

/** The inviter saw the link too, so the new person's address is not proven. Throws `invalid_request` for a common password. */
export async function makePerson(tx: Tx, { name, email, password }: NewSignIn, now: Date): Promise<string> {
  await assertUncommon(password, [name, email]);
  const { hashPassword } = await import("better-auth/crypto");
  const id = newId("person");
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto("people")
    .values({ id, name, email, email_verified: false, ...times })
    .execute();
  await insertPassword(tx, id, await hashPassword(password), now);
  return id;
}

async function insertPassword(tx: Tx, person_id: string, password: string, now: Date): Promise<void> {
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto("credentials")
    .values({
      id: newId("credential"),
      person_id,
      provider: "credential",
      subject: person_id,
      password,
      ...times,
    })
    .execute();
}

/** Deletes the sessions of people who did not come back before they ended. */
export async function sweepSessions({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await changeFree(db, {
    table: "sessions",
    condition: sql`expires_at <= ${now()}`,
    change: (chosen) => sql`delete from sessions where ${chosen}`,
  });
}

/** Signs a person out everywhere. */
export async function endSessions(db: Db, person_id: string): Promise<void> {
  await db.deleteFrom("sessions").where("person_id", "=", person_id).execute();
}
