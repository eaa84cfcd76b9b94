import type { Generated } from "kysely";
import type { Json, Nullable } from "./columns.ts";

export interface PeopleTable {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  image: Nullable<string>;
  created_at: Date;
  updated_at: Date;
}

export interface CredentialsTable {
  id: string;
  person_id: string;
  provider: string;
  subject: string;
  password: Nullable<string>;
  access_token: Nullable<string>;
  refresh_token: Nullable<string>;
  id_token: Nullable<string>;
  access_token_expires_at: Nullable<Date>;
  refresh_token_expires_at: Nullable<Date>;
  scope: Nullable<string>;
  created_at: Date;
  updated_at: Date;
}

export interface SessionsTable {
  id: string;
  person_id: string;
  token: string;
  ip_address: Nullable<string>;
  user_agent: Nullable<string>;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

export interface InvitationsTable {
  member_id: string;
  account_id: string;
  hash: Buffer;
  proves_address: Generated<boolean>;
  created_at: Date;
  expires_at: Date;
}

export interface DigestsTable {
  account_id: string;
  member_id: string;
  due_at: Date;
  checked_at: Date;
  told: Json<Readonly<Record<string, number>>>;
  time_zone: Nullable<string>;
  tries: Generated<number>;
}
