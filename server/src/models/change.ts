import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { checkWebhookSecret, hintOf, newWebhookSecret } from "../webhooks/secret.ts";
import { cancelRunsOf } from "./run-store.ts";
import type { ChangeModel, CreateModel } from "./schemas.ts";
import { countModels, deleteModelRow, findNamed, insertModel, type ModelRow, updateModel } from "./store.ts";

type Needs = Pick<Deps, "now" | "outbound" | "secrets">;

/** Who registers a model; no member for an API key. */
interface Owner {
  readonly account_id: string;
  readonly member_id: string | null;
}

const DEFAULTS = { batch_size: 16, concurrency: 2, timeout_ms: 30_000 };

/**
 * Registers a model; returns the secret if it made one, which no later response contains. Throws `invalid_request` for a URL or secret that does not suit the
 * kind, `conflict` if the account has a model of that name and version, `limit_exceeded` if it has the maximum of models.
 */
export async function createModel(
  needs: Needs,
  tx: Tx,
  owner: Owner,
  { secret: sent, price = null, ...plain }: CreateModel,
): Promise<{ readonly model: ModelRow; readonly secret: string | null }> {
  const made = sent === undefined && plain.kind === "http" ? newWebhookSecret() : undefined;
  const secret = sent ?? made;
  assertSuits(needs, { ...plain, secret });
  if ((await countModels(tx, owner.account_id)) >= LIMITS.models)
    throw new ServiceError(
      "limit_exceeded",
      `an account has at most ${LIMITS.models} models; delete one first`,
    );
  const { name, version } = plain;
  if ((await findNamed(tx, owner.account_id, plain)) !== undefined)
    throw new ServiceError("conflict", `the account has a model ${name} of version ${version} already`);
  const now = needs.now();
  const model = await insertModel(tx, {
    ...{ id: newId("model"), ...owner, ...DEFAULTS, ...plain },
    ...(secret !== undefined && seal(needs, secret)),
    price: price && JSON.stringify(price),
    ...{ created_at: now, updated_at: now },
  });
  return { model, secret: made ?? null };
}

/** Changes a locked model; its name, version and kind stay. Throws `invalid_request` like `createModel`. */
export async function changeModel(
  needs: Needs,
  tx: Tx,
  before: ModelRow,
  { secret, price, ...plain }: ChangeModel,
): Promise<ModelRow> {
  assertSuits(needs, { kind: before.kind, url: before.url ?? undefined, ...plain, secret });
  const after = await updateModel(tx, before, {
    ...plain,
    ...(secret !== undefined && seal(needs, secret)),
    ...(price !== undefined && { price: price && JSON.stringify(price) }),
    updated_at: needs.now(),
  });
  return after ?? before;
}

/** Deletes a locked model and cancels its runs; its predictions stay. */
export async function deleteModel({ now }: Needs, tx: Tx, model: ModelRow): Promise<void> {
  await cancelRunsOf(tx, model, now());
  await deleteModelRow(tx, model);
}

function seal({ secrets }: Needs, secret: string) {
  return { secret_encrypted: secrets.encrypt(secret), secret_hint: hintOf(secret) };
}

interface Address {
  readonly kind: ModelRow["kind"];
  readonly url?: string | undefined;
  readonly secret?: string | undefined;
}

function assertSuits({ outbound }: Needs, { kind, url, secret }: Address): void {
  if (kind === "pushed") {
    const stray = url !== undefined ? "url" : secret !== undefined ? "secret" : undefined;
    if (stray !== undefined)
      throw new ServiceError("invalid_request", `${stray} must be absent for the kind pushed`);
    return;
  }
  if (url === undefined) throw new ServiceError("invalid_request", `url is required for the kind ${kind}`);
  const refusal = outbound.refusal(url);
  if (refusal !== undefined) throw new ServiceError("invalid_request", refusal);
  if (secret !== undefined) checkWebhookSecret(secret);
}
