-- The open tasks that rework reserves for a member.
create index concurrently tasks_reserved on tasks (account_id, member_id, batch_id)
  where status = 'open' and member_id is not null;
