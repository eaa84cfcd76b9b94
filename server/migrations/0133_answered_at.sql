-- When an imported answer was given, in the tool in which it was made; null for answers given here, and where nobody said so.
alter table annotations add column answered_at timestamptz(3);
