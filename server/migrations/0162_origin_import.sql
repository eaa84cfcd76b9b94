-- `import`: all answers behind the label were given elsewhere.
alter table items drop constraint items_origin_check;
alter table items add constraint items_origin_check
  check (origin in ('consensus', 'adjudication', 'audit', 'prediction', 'gold', 'import')) not valid;
