-- People who sign in to the workbench (ADR 0032). better-auth reads and writes the first three tables under names of
-- ours; its sessions and credentials have the process's clock, and nothing compares them with other times.
create table people (
  id text collate "C" primary key check (id like 'pers\_%'),
  name text not null,
  -- In lower case.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- How a person proves who they are: a password (provider 'credential', scrypt), or the identity provider's word.
create table credentials (
  id text collate "C" primary key,
  person_id text collate "C" not null references people (id) on delete cascade,
  provider text not null,
  -- The person's id at the provider.
  subject text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (provider, subject)
);
create index credentials_person on credentials (person_id);

-- A cookie is the token with an HMAC of the master key: who reads this table cannot make one.
create table sessions (
  id text collate "C" primary key,
  person_id text collate "C" not null references people (id) on delete cascade,
  token text not null unique,
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index sessions_person on sessions (person_id);

alter table members add column person_id text collate "C" references people (id);
create unique index members_person on members (account_id, person_id);
create index members_of_person on members (person_id) where person_id is not null;

-- A link by which a member gets a sign-in: one that counts for each member, kept as its SHA-256.
create table invitations (
  member_id text collate "C" primary key references members (id) on delete cascade,
  account_id text collate "C" not null references accounts (id),
  hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
