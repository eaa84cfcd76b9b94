-- Files of audio, with their length in seconds. The wider check holds for every row there is, so none is looked at.
alter table files
  add column duration double precision,
  drop constraint files_medium_check,
  add constraint files_medium_check check (medium in ('image', 'text', 'audio', 'lines', 'other')) not valid;
