-- The parts in which the bytes of an unfinished upload are stored (ADR 0062). Null where no bytes have arrived, and for an
-- upload whose bytes the version before this one received; that version ignores the column.
alter table uploads add column unfinished jsonb;
