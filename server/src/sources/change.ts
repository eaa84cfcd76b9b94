import { ServiceError } from "@assay/domain/errors.ts";
import type { Credentials } from "../buckets/bucket.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { S3Config } from "../platform/database/upload-tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import type { ChangeSource, CreateSource } from "./schemas.ts";
import { countSources, insertSource, type SourceRow, updateSource } from "./store.ts";

type Needs = Pick<Deps, "now" | "outbound" | "secrets">;

/** Who creates a source; no member for an API key. */
export interface Owner {
  readonly account_id: string;
  readonly member_id: string | null;
}

/**
 * Stores a source; nothing is read from it yet. Throws `invalid_request` for an endpoint that may not be reached,
 * `limit_exceeded` if the account has the maximum of sources.
 */
export async function createSource(
  { now, outbound, secrets }: Needs,
  tx: Tx,
  owner: Owner,
  { kind, mode = "copy", name, config, credentials, metadata = {} }: CreateSource,
): Promise<SourceRow> {
  const stored = toConfig(outbound, config);
  if ((await countSources(tx, owner.account_id)) >= LIMITS.sources) {
    throw new ServiceError(
      "limit_exceeded",
      `an account has at most ${LIMITS.sources} sources; delete one first`,
    );
  }
  return insertSource(tx, {
    id: newId("source"),
    ...owner,
    ...{ kind, mode, name: name ?? `${stored.bucket}/${stored.prefix}` },
    ...sealed(secrets, credentials),
    config: JSON.stringify(stored),
    metadata: JSON.stringify(metadata),
    created_at: now(),
    updated_at: now(),
  });
}

/** Changes a locked source. Its bucket stays: other objects are another source. */
export async function changeSource(
  { now, secrets }: Needs,
  tx: Tx,
  before: SourceRow,
  { name, credentials, metadata }: ChangeSource,
): Promise<SourceRow> {
  return updateSource(tx, before, {
    ...(name !== undefined && { name }),
    ...(credentials !== undefined && sealed(secrets, credentials)),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    updated_at: now(),
  });
}

/** Starts a sync of a locked source by a job; one that runs goes on. */
export async function startSync({ now }: Needs, tx: Tx, source: SourceRow): Promise<SourceRow> {
  if (source.status === "syncing") return source;
  const { account_id, id: source_id } = source;
  await addJob(tx, account_id, "sync_source", { source_id });
  return updateSource(tx, source, {
    status: "syncing",
    progress: JSON.stringify({ after: "", upload: null }),
    ...{ objects_seen: 0, added: 0, changed: 0, skipped: 0, error: null },
    updated_at: now(),
  });
}

function sealed(secrets: Deps["secrets"], credentials: Credentials) {
  return {
    credentials_encrypted: secrets.encrypt(JSON.stringify(credentials)),
    credentials_hint: `…${credentials.access_key_id.slice(-4)}`,
  };
}

function toConfig(outbound: Deps["outbound"], config: CreateSource["config"]): S3Config {
  const { bucket, prefix = "", region = null, endpoint = null, path_style = false } = config;
  if (endpoint !== null) {
    const why = outbound.refusal(endpoint)?.replace(/^url /, "");
    if (why !== undefined) throw new ServiceError("invalid_request", `config.endpoint ${why}`);
    const { pathname, search } = new URL(endpoint);
    if (pathname !== "/" || search !== "")
      throw new ServiceError("invalid_request", "config.endpoint must be an origin: no path, no query");
  }
  return { bucket, prefix, region, endpoint, path_style };
}
