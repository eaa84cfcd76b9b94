import { normalize } from "node:path";
import { ServiceError } from "@assay/domain/errors.ts";
import { assertReachable, checkedOrigin } from "../buckets/checked-origin.ts";
import { isHubConfig, parseHubUrl } from "../buckets/hub-url.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { HubConfig, S3Config, SourceConfig } from "../platform/database/upload-tables.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { LIMITS } from "../platform/limits.ts";
import { seal } from "./credentials.ts";
import { assertAllowed } from "./folder.ts";
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
  { config: settings, now, outbound, secrets }: Needs & Pick<Deps, "config">,
  tx: Tx,
  owner: Owner,
  sent: CreateSource,
): Promise<SourceRow> {
  const { kind, mode = "copy", name, credentials, metadata = {} } = sent;
  const stored = toConfig({ outbound, roots: settings.sourceFolders }, sent);
  assertSuits(sent);
  if ((await countSources(tx, owner.account_id)) >= LIMITS.sources) {
    throw new ServiceError(
      "limit_exceeded",
      `an account has at most ${LIMITS.sources} sources; delete one first`,
    );
  }
  return insertSource(tx, {
    id: newId("source"),
    ...owner,
    ...{ kind, mode, name: name ?? nameOf(stored) },
    ...(credentials !== undefined && seal(secrets, { kind, mode }, credentials)),
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
    ...(credentials !== undefined && seal(secrets, before, credentials)),
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

/** Throws `invalid_request` for what belongs to another kind. */
function assertSuits({ kind, mode, credentials }: CreateSource): void {
  if (kind === "s3" && credentials === undefined)
    throw new ServiceError("invalid_request", "credentials are required for the kind s3");
  if (mode === "reference" && kind !== "s3" && kind !== "huggingface")
    throw new ServiceError("invalid_request", `mode must be copy for the kind ${kind}`);
}

function nameOf(config: SourceConfig): string {
  const place =
    "path" in config ? config.path : "url" in config ? config.url : `${config.bucket}/${config.prefix}`;
  return place.slice(0, LIMITS.name_characters);
}

/** The fields of `config` for each kind; all others must be absent. */
const FIELDS = {
  s3: ["bucket", "prefix", "region", "endpoint", "path_style"],
  folder: ["path"],
  http_manifest: ["url"],
  huggingface: ["url", "endpoint"],
} as const;

function toConfig(
  { outbound, roots }: { readonly outbound: Deps["outbound"]; readonly roots: readonly string[] },
  { kind, config }: CreateSource,
): SourceConfig {
  const [needed, ...others] = FIELDS[kind];
  const allowed: readonly string[] = [needed, ...others];
  const stray = Object.keys(config).find((field) => !allowed.includes(field));
  if (stray !== undefined)
    throw new ServiceError("invalid_request", `config.${stray} must be absent for the kind ${kind}`);
  if (config[needed] === undefined)
    throw new ServiceError("invalid_request", `config.${needed} is required for the kind ${kind}`);
  const { bucket, path, url } = config;
  if (path !== undefined) {
    assertAllowed(roots, path);
    return { path: normalize(path) };
  }
  if (url !== undefined && kind === "huggingface") return toHubConfig(outbound, url, config);
  if (url !== undefined) {
    assertReachable(outbound, url, "config.url");
    return { url };
  }
  return toS3Config(outbound, bucket ?? "", config);
}

function toS3Config(outbound: Deps["outbound"], bucket: string, config: CreateSource["config"]): S3Config {
  const { prefix = "", region = null, path_style = false } = config;
  return {
    bucket,
    prefix,
    region,
    endpoint: checkedOrigin(outbound, config.endpoint, "config.endpoint"),
    path_style,
  };
}

function toHubConfig(outbound: Deps["outbound"], url: string, config: CreateSource["config"]): HubConfig {
  const stored = { url, endpoint: checkedOrigin(outbound, config.endpoint, "config.endpoint") };
  if (!isHubConfig(stored) || parseHubUrl(url) === undefined)
    throw new ServiceError(
      "invalid_request",
      "config.url must be hf://datasets/OWNER/NAME, followed by @REVISION and /FOLDER or not; other slashes of a revision are %2F",
    );
  return stored;
}
