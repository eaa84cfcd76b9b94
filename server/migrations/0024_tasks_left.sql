-- What somebody had in hand and did not answer, by item: with tasks_once it tells who ever had an item.
create index tasks_left on tasks (item_id, member_id)
  where status in ('released', 'expired', 'canceled') and member_id is not null;
