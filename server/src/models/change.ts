import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ModelPrompt } from "../platform/database/model-tables.ts";
import { newId } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { forgetAssistModel } from "../projects/store.ts";
import { checkWebhookSecret, hintOf, newWebhookSecret } from "../webhooks/secret.ts";
import { deletePrompts, keepPrompt } from "./prompt-store.ts";
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

/** Fields of a request to a chat that decide what the answer is read from. */
const OWN_PARAMETERS = ["messages", "stream", "n"];

/**
 * Registers a model; returns the secret if it made one, which no later response contains. Throws `invalid_request` for a URL or secret that does not suit the
 * kind, `conflict` if the account has a model of that name and version, `limit_exceeded` if it has the maximum of models.
 */
export async function createModel(
  needs: Needs,
  tx: Tx,
  owner: Owner,
  { secret: sent, price = null, prompt = null, ...plain }: CreateModel,
): Promise<{ readonly model: ModelRow; readonly secret: string | null }> {
  const made = sent === undefined && plain.kind === "http" ? newWebhookSecret() : undefined;
  const secret = sent ?? made;
  assertSuits(needs, { ...plain, secret, prompt });
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
    ...{
      id: newId("model"),
      ...owner,
      ...DEFAULTS,
      ...(plain.kind === "openai" && { batch_size: 1 }),
      ...plain,
    },
    ...(secret !== undefined && seal(needs, secret)),
    price: price && JSON.stringify(price),
    prompt: prompt && JSON.stringify(prompt),
    ...{ created_at: now, updated_at: now },
  });
  await keepPrompt(tx, model, now);
  return { model, secret: made ?? null };
}

/** Changes a locked model; its name, version and kind stay. Throws `invalid_request` like `createModel`. */
export async function changeModel(
  needs: Needs,
  tx: Tx,
  before: ModelRow,
  { secret, price, prompt, ...plain }: ChangeModel,
): Promise<ModelRow> {
  assertSuits(needs, { kind: before.kind, url: before.url ?? undefined, ...plain, secret, prompt });
  const isMoved = plain.url !== undefined && plain.url !== before.url;
  if (before.kind === "openai" && isMoved && before.secret_encrypted !== null && secret === undefined)
    throw new ServiceError(
      "invalid_request",
      "secret must be sent with another url: Assay sends the key there",
    );
  const after = await updateModel(tx, before, {
    ...plain,
    ...(secret !== undefined && seal(needs, secret)),
    ...(price !== undefined && { price: price && JSON.stringify(price) }),
    ...(prompt !== undefined && { prompt: prompt && JSON.stringify(prompt) }),
    updated_at: needs.now(),
  });
  if (after !== undefined) await keepPrompt(tx, after, needs.now());
  return after ?? before;
}

/** Deletes a locked model and cancels its runs; its predictions stay. */
export async function deleteModel({ now }: Needs, tx: Tx, model: ModelRow): Promise<void> {
  await cancelRunsOf(tx, model, now());
  await deletePrompts(tx, model);
  await forgetAssistModel(tx, model.account_id, model.id);
  await deleteModelRow(tx, model);
}

function seal({ secrets }: Needs, secret: string) {
  return { secret_encrypted: secrets.encrypt(secret), secret_hint: hintOf(secret) };
}

interface Given {
  readonly kind: ModelRow["kind"];
  readonly url?: string | undefined;
  readonly secret?: string | undefined;
  readonly batch_size?: number | undefined;
  readonly prompt?: ModelPrompt | null | undefined;
}

function assertSuits(needs: Needs, given: Given): void {
  const { kind, url, secret, prompt } = given;
  if (kind !== "openai" && (prompt ?? null) !== null)
    throw new ServiceError("invalid_request", `prompt must be absent for the kind ${kind}`);
  if (kind === "pushed") {
    const stray = url !== undefined ? "url" : secret !== undefined ? "secret" : undefined;
    if (stray !== undefined)
      throw new ServiceError("invalid_request", `${stray} must be absent for the kind pushed`);
    return;
  }
  if (url === undefined) throw new ServiceError("invalid_request", `url is required for the kind ${kind}`);
  const refusal = needs.outbound.refusal(url);
  if (refusal !== undefined) throw new ServiceError("invalid_request", refusal);
  if (kind === "openai") assertChat(given);
  else if (secret !== undefined) checkWebhookSecret(secret);
}

function assertChat({ secret, batch_size = 1, prompt }: Given): void {
  if (secret !== undefined && !/^[\x21-\x7e]+$/.test(secret))
    throw new ServiceError(
      "invalid_request",
      "secret must be visible ASCII characters, because it is sent in a header",
    );
  if (batch_size !== 1)
    throw new ServiceError(
      "invalid_request",
      "batch_size must be 1 for the kind openai: each item is a request of its own",
    );
  const own = OWN_PARAMETERS.find((name) => Object.hasOwn(prompt?.parameters ?? {}, name));
  if (own !== undefined)
    throw new ServiceError("invalid_request", `prompt.parameters.${own} cannot be chosen: Assay sets it`);
}
