-- The tasks that a member has in hand.
create index concurrently tasks_held on tasks (account_id, member_id, batch_id) where status = 'leased';
