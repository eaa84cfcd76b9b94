import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModule } from "libpg-query";
import type { TestProject } from "vitest/node";
import { unnamedAccounts } from "./account-predicates.ts";
import type { Sent } from "./statement-log.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file to which tests add each statement of the service and its sender, a JSON object a line. */
    statementLog: string | undefined;
  }
}

/** Files of `server/src` whose statements reach several accounts, each with the reason. */
const OF_ALL_ACCOUNTS: Readonly<Record<string, string>> = {
  "accounts/revoke-any-key.ts": "the operator names a key of any account by its id",
  "accounts/sweep.ts": "sweeps all accounts",
  "audit-log/sweep.ts": "sweeps all accounts",
  "auto-accept/sweep.ts": "sweeps all accounts",
  "batches/stalled.ts": "sweeps all accounts",
  "bulk/sweep.ts": "sweeps all accounts",
  "certificates/of-any-account.ts":
    "a certificate is public, by its id; the operator revokes keys of all accounts",
  "members/link-members.ts": "finds the members with an address in all accounts",
  "members/open-invitation.ts": "finds the account of a link",
  "comments/sweep.ts": "sweeps all accounts",
  "digests/sweep.ts": "sweeps all accounts",
  "exports/sweep.ts": "sweeps all accounts",
  "members/sweep.ts": "sweeps all accounts",
  "metrics/backlog.ts": "metrics of the whole installation",
  "people/memberships.ts": "a person may belong to several accounts",
  "platform/auth/auth.ts": "finds the account of a key or a token",
  "platform/auth/reencrypt.ts": "encrypts the secrets of all accounts with another key",
  "platform/blobs/blob-rows.ts": "accounts share stored bytes",
  "platform/http/sweep-idempotency-keys.ts": "sweeps all accounts",
  "platform/jobs/take-job.ts": "takes jobs of all accounts",
  "queue/expired.ts": "sweeps all accounts",
  "queue/unswept.ts": "sweeps all accounts",
  "sources/by-reference.ts": "one page is for people of all accounts",
  "uploads/signed.ts": "a signed URL needs no key, and names no account",
  "uploads/sweep.ts": "sweeps all accounts",
  "webhooks/store/lease.ts": "claims deliveries of all accounts",
  "webhooks/store/outcomes.ts": "records deliveries of all accounts",
  "webhooks/store/retention.ts": "sweeps all accounts",
};

/**
 * Vitest's global set-up: at the end of a run, the statements of all other files that the service sent name their account. The file
 * `TEST_STATEMENTS` keeps them (see `Sent`).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "assay-statements-"));
  const file = process.env.TEST_STATEMENTS ?? join(folder, "sent");
  project.provide("statementLog", file);
  return async () => {
    const lines = await readFile(file, "utf8").catch(() => "");
    await rm(folder, { recursive: true });
    await loadModule();
    const tables = tablesOfAccounts();
    const sent: Sent[] = lines.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));
    const texts = new Map(sent.map((one) => [one.text, one.file]));
    const faults = [...texts].flatMap(([text, file]) => {
      const inside = file.replace("server/src/", "");
      if (OF_ALL_ACCOUNTS[inside] !== undefined) return [];
      const unnamed = unnamedAccounts(text, tables);
      return unnamed.length === 0 ? [] : [`${file} names no account of ${unnamed.join(", ")}:\n${text}`];
    });
    if (faults.length > 0) throw new Error(`statements without account_id = …\n\n${faults.join("\n\n")}`);
  };
}

/** The tables that have `account_id`; `tables.test.ts` compares the types with the database. */
function tablesOfAccounts(): ReadonlySet<string> {
  const folder = join(import.meta.dirname, "../src/platform/database");
  const source = readdirSync(folder)
    .filter((name) => name.endsWith("tables.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const types = [...source.matchAll(/^(?:export )?interface (\w+) \{\n([\s\S]*?)^\}/gm)];
  const withAccount = new Set(
    types.flatMap(([, type, body = ""]) => (/^ {2}account_id: /m.test(body) ? [type] : [])),
  );
  const tables = [...source.matchAll(/^ {2}(\w+): (\w+Table);/gm)];
  return new Set(tables.flatMap(([, table = "", type]) => (withAccount.has(type) ? [table] : [])));
}
