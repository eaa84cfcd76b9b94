-- What a model of kind openai is told besides the guideline: {"model", "instructions", "examples", "samples", "parameters"}.
alter table models add column prompt jsonb;
-- Every prompt that a model had, by the version that predictions name.
create table model_prompts (
  account_id text collate "C" not null,
  model_id text collate "C" not null,
  version text not null,
  prompt jsonb not null,
  created_at timestamptz(3) not null,
  primary key (account_id, model_id, version)
);
