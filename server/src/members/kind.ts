import { ServiceError } from "@assay/domain/errors.ts";
import type { Caller } from "../platform/auth/auth.ts";
import { assertMayGive } from "./may-give.ts";
import type { ChangeMember } from "./schemas.ts";
import type { MemberRow } from "./store.ts";

/** Whether a member is a model, and whether it may annotate. */
type Kind = Pick<MemberRow, "is_model" | "may_annotate">;

/**
 * What kind of member it becomes. Throws `forbidden` unless an owner lets a model annotate, `conflict` for a model that would
 * become a person, because its answers count as a model's, and for a person who signs in or is invited.
 */
export function kindOf(
  caller: Caller,
  before: Kind & Pick<MemberRow, "email" | "person_id">,
  sent: ChangeMember,
): Kind {
  const is_model = sent.kind === undefined ? before.is_model : sent.kind === "model";
  if (!is_model) return personOf(before, sent);
  const { email } = { ...before, ...sent };
  if (email !== null || before.person_id !== null) {
    throw new ServiceError(
      "conflict",
      "a member with an e-mail address is a person; add a member for the model",
    );
  }
  const might = before.is_model && before.may_annotate;
  const may_annotate = sent.may_annotate ?? might;
  if (may_annotate && !might) assertMayGive(caller, "owner");
  return { is_model, may_annotate };
}

function personOf(before: Kind, { may_annotate }: ChangeMember): Kind {
  if (before.is_model)
    throw new ServiceError("conflict", "a model stays a model; add a new member for a person");
  if (may_annotate === false)
    throw new ServiceError("invalid_request", "may_annotate: false is for members of the kind model");
  return { is_model: false, may_annotate: true };
}
