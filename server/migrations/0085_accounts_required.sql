-- Every row names its account (ADR 0066): processes write it in all tables, and `audits` has a trigger for the version before,
-- so that no other trigger of 0060 is needed. A checked constraint makes `set not null` quick. Each table has transactions of
-- its own, and this may run again after it was stopped.
-- needs 0074_uploads_to_clear.sql
do $do$
declare
  child text;
begin
  -- 0060 has required the others. A restore is one transaction, which must not commit here.
  if not exists (select from accounts) then
    alter table audits alter column account_id set not null;
    return;
  end if;

  foreach child in array array['artefacts', 'audits', 'batch_files', 'batch_progress', 'claim_cursors', 'delivery_attempts',
    'draws', 'file_lines', 'gold_answers', 'guideline_confirmations', 'items', 'looked_items', 'predictions',
    'project_versions', 'upload_skips']
  loop
    if not (select attnotnull from pg_attribute where attrelid = child::regclass and attname = 'account_id') then
      if not exists (select from pg_constraint where conrelid = child::regclass and conname = 'has_account') then
        execute format('alter table %I add constraint has_account check (account_id is not null) not valid', child);
        commit;
      end if;
      execute format('alter table %I validate constraint has_account', child); -- reads no rows if an attempt before has
      commit;
      execute format('alter table %I alter column account_id set not null', child);
      execute format('alter table %I drop constraint has_account', child); -- apart, or it is dropped first
      commit;
    end if;
    if child <> 'audits' then
      execute format('drop trigger if exists account_id on %I', child);
      commit;
    end if;
  end loop;
  drop trigger if exists account_id on files;
  commit;
  drop function if exists account_of_batches, account_of_projects, account_of_uploads, account_of_deliveries, account_of_lines;
  commit;
end $do$;
