-- Hashes of the API keys of deleted accounts: a start with one of them in ASSAY_BOOTSTRAP_API_KEY must not make it valid again.
create table former_keys (
  hash bytea primary key
);
