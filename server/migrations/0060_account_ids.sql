-- The account of each row, so that tables can be spread by account (ADR 0066). Each table has a transaction of its own: one that
-- waits for a table while it holds another would deadlock with requests. `audits` gets the column in the version after: the one
-- before has a statement that joins it and names `account_id` without a table. It may run again after it was stopped.
do $do$
declare
  child text;
  parent text;
  reference text;
begin
  -- No process of the version before works on a database without accounts. A restore is one transaction, which must not commit here.
  if not exists (select from accounts) then
    foreach child in array array['artefacts', 'batch_files', 'batch_progress', 'claim_cursors',
      'delivery_attempts', 'draws', 'file_lines', 'gold_answers', 'guideline_confirmations', 'items', 'looked_items',
      'predictions', 'project_versions', 'upload_skips']
    loop
      execute format('alter table %I add column account_id text collate "C" not null', child);
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
    execute format('alter table %I add column if not exists account_id text collate "C"', child);
    execute format('create or replace trigger account_id before insert on %I for each row when (new.account_id is null)
      execute function account_of_%s()', child, parent);
    commit;
  end loop;
  alter table file_lines add column if not exists account_id text collate "C";
  commit;

  -- Lines are stored before the row of their file, in its transaction. Without a trigger on their own table, COPY stays quick.
  create or replace function account_of_lines() returns trigger language plpgsql as $trigger$
    begin
      if (select account_id is null from file_lines where file_id = new.id order by line limit 1) then
        update file_lines set account_id = new.account_id where file_id = new.id;
      end if;
      return null;
    end $trigger$;
  create or replace trigger account_id after insert on files for each row when (new.medium in ('lines', 'text'))
    execute function account_of_lines();
  commit;
end $do$;
