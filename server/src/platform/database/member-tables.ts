import type { Role } from "@assay/domain/member.ts";
import type { Generated } from "kysely";
import type { Nullable } from "./columns.ts";

export interface MembersTable {
  id: string;
  account_id: string;
  name: string;
  email: Nullable<string>;
  role: Role;
  origin: "account" | "invited" | "key" | "external";
  is_model: Generated<boolean>;
  /** False only for a model that no owner has allowed to annotate. */
  may_annotate: Generated<boolean>;
  external_id: Nullable<string>;
  key_id: Nullable<string>;
  person_id: Nullable<string>;
  project_ids: Nullable<string[]>;
  groups: Generated<string[]>;
  active: Generated<boolean>;
  role_from: Generated<"account" | "provider">;
  last_active_at: Nullable<Date>;
  created_at: Date;
  updated_at: Date;
  deactivated_at: Nullable<Date>;
  deleted_at: Nullable<Date>;
}
