-- Answers to tasks of kind `training`.
alter table annotations drop constraint annotations_kind_check;
alter table annotations add constraint annotations_kind_check
  check (kind in ('annotate', 'audit', 'adjudicate', 'gold', 'training')) not valid;
