-- The model that annotators of the project may ask for objects.
alter table projects add column assist_model_id text collate "C";
