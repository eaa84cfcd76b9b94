-- A model has a prediction for each of its versions, which are unique by `model`: the name, or the name, U+001F and the version. `name`
-- has the name where a version follows. The index over (item_id, model) stays, because the version before inserts by it.
alter table predictions
  add column name text,
  add column version text,
  add column prompt_version text,
  add column fields jsonb,
  -- {"input_tokens", "output_tokens", "cost", "ms"}, each optional.
  add column usage jsonb;
