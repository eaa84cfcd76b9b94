-- A member may be a model, such as an agent. It annotates only where an owner allows it.
-- No column is named kind: statements of the version before, which works beside this one, would find that name in two tables.
alter table members
  add column is_model boolean not null default false,
  add column may_annotate boolean not null default true;
