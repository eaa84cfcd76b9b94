-- Tasks of kind `training` qualify their annotator and count for nothing else.
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('annotate', 'audit', 'adjudicate', 'gold', 'training')) not valid;
