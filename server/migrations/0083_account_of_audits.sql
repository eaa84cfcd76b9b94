-- The account of each audit, as 0060 gave it to the other tables (ADR 0066).
alter table audits add column account_id text collate "C";

-- Processes of the version before insert rows without the column. There are none on a database without
-- accounts: it is new, because the version before deletes no account.
do $do$
begin
  if exists (select from accounts) then
    create function account_of_audits() returns trigger language plpgsql as $trigger$
      begin
        select account_id into new.account_id from batches where id = new.batch_id;
        return new;
      end $trigger$;
    create trigger account_id before insert on audits for each row when (new.account_id is null)
      execute function account_of_audits();
  end if;
end $do$;
