-- The transaction that opened an audit or adjudication: who has looked for some before reads its batch again (ADR 0075). A
-- trigger writes it, also for the version before; tasks of other kinds do without.
alter table tasks add column opened_by xid8;
create function note_opening() returns trigger language plpgsql as $$
begin
  new.opened_by := pg_current_xact_id();
  return new;
end $$;
create trigger note_opening before insert or update of status on tasks for each row
  when (new.status = 'open' and new.kind in ('audit', 'adjudicate')) execute function note_opening();
-- 0111 has the same with ids. The statements above lock the table too.
-- squawk-ignore require-concurrent-index-deletion
drop index tasks_judged;
