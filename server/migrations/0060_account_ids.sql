-- The account of each row, so that tables can be spread by account (ADR 0066). All in one file: a process of the version
-- before answers `select *` once with an error after a table has got a column. `audits` gets it in the version after: the one
-- before has a statement that joins it and names `account_id` without a table.
alter table artefacts add column account_id text collate "C";
alter table batch_files add column account_id text collate "C";
alter table batch_progress add column account_id text collate "C";
alter table claim_cursors add column account_id text collate "C";
alter table delivery_attempts add column account_id text collate "C";
alter table draws add column account_id text collate "C";
alter table file_lines add column account_id text collate "C";
alter table gold_answers add column account_id text collate "C";
alter table guideline_confirmations add column account_id text collate "C";
alter table items add column account_id text collate "C";
alter table looked_items add column account_id text collate "C";
alter table predictions add column account_id text collate "C";
alter table project_versions add column account_id text collate "C";
alter table upload_skips add column account_id text collate "C";

do $do$
declare
  child text;
  parent text;
  reference text;
begin
  -- No process of the version before works on a database without accounts.
  if not exists (select from accounts) then
    foreach child in array array['artefacts', 'batch_files', 'batch_progress', 'claim_cursors',
      'delivery_attempts', 'draws', 'file_lines', 'gold_answers', 'guideline_confirmations', 'items', 'looked_items',
      'predictions', 'project_versions', 'upload_skips']
    loop
      execute format('alter table %I alter column account_id set not null', child);
    end loop;
    return;
  end if;

  -- Processes of the version before insert rows without the column. The condition is on the trigger, so that other rows
  -- pay for no look-up.
  for child, parent, reference in values
    ('artefacts', 'batches', 'batch_id'), ('batch_files', 'batches', 'batch_id'),
    ('batch_progress', 'batches', 'batch_id'), ('claim_cursors', 'batches', 'batch_id'),
    ('delivery_attempts', 'deliveries', 'delivery_id'), ('draws', 'batches', 'batch_id'),
    ('gold_answers', 'batches', 'batch_id'), ('guideline_confirmations', 'projects', 'project_id'),
    ('items', 'batches', 'batch_id'), ('looked_items', 'batches', 'batch_id'), ('predictions', 'batches', 'batch_id'),
    ('project_versions', 'projects', 'project_id'), ('upload_skips', 'uploads', 'upload_id')
  loop
    execute format('create or replace function account_of_%1$s() returns trigger language plpgsql as $trigger$
      begin
        select account_id into new.account_id from %1$I where id = new.%2$I;
        return new;
      end $trigger$', parent, reference);
    execute format('create trigger account_id before insert on %I for each row when (new.account_id is null)
      execute function account_of_%s()', child, parent);
  end loop;

  -- Lines are stored before the row of their file, in its transaction. Without a trigger on its table, COPY stays quick.
  create function account_of_lines() returns trigger language plpgsql as $trigger$
    begin
      if (select account_id is null from file_lines where file_id = new.id order by line limit 1) then
        update file_lines set account_id = new.account_id where file_id = new.id;
      end if;
      return null;
    end $trigger$;
  create trigger account_id after insert on files for each row when (new.medium in ('lines', 'text'))
    execute function account_of_lines();
end $do$;
