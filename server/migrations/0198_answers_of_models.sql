-- Whether a model gave the answer.
alter table annotations add column by_model boolean not null default false;
