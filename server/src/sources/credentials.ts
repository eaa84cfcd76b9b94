import { ServiceError } from "@assay/domain/errors.ts";
import type { Credentials } from "../buckets/bucket.ts";
import type { HubCredentials } from "../buckets/hub-client.ts";
import type { Deps } from "../deps.ts";
import type { CreateSource } from "./schemas.ts";
import type { SourceRow } from "./store.ts";

type Sent = NonNullable<CreateSource["credentials"]>;
type Of = Pick<SourceRow, "kind" | "mode">;

/** The credentials of a source as columns, encrypted. Throws `invalid_request` if they belong to another kind. */
export function seal(secrets: Deps["secrets"], of: Of, sent: Sent) {
  const credentials = of.kind === "huggingface" ? hubCredentials(of, sent) : s3Credentials(of, sent);
  const shown = "token" in credentials ? credentials.token : credentials.access_key_id;
  return {
    credentials_encrypted: secrets.encrypt(JSON.stringify(credentials)),
    credentials_hint: `…${shown.slice(-4)}`,
  };
}

function s3Credentials({ kind }: Of, sent: Sent): Credentials {
  if (kind !== "s3")
    throw new ServiceError("invalid_request", `credentials must be absent for the kind ${kind}`);
  const { access_key_id, secret_access_key, session_token, ...others } = sent;
  assertNone(kind, others);
  if (access_key_id === undefined || secret_access_key === undefined)
    throw new ServiceError(
      "invalid_request",
      "credentials.access_key_id and credentials.secret_access_key are required for the kind s3",
    );
  return { access_key_id, secret_access_key, session_token };
}

function hubCredentials({ kind, mode }: Of, { token, ...others }: Sent): HubCredentials {
  if (mode === "reference")
    throw new ServiceError(
      "invalid_request",
      "credentials must be absent by reference, because browsers have none: take copies of a private repository",
    );
  assertNone(kind, others);
  if (token === undefined)
    throw new ServiceError(
      "invalid_request",
      "credentials.token is required in credentials of the kind huggingface",
    );
  return { token };
}

function assertNone(kind: SourceRow["kind"], others: object): void {
  const [stray] = Object.keys(others);
  if (stray !== undefined)
    throw new ServiceError("invalid_request", `credentials.${stray} must be absent for the kind ${kind}`);
}
