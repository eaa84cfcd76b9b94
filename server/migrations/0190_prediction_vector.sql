-- An embedding of the item's content: 32-bit floats, little-endian.
alter table predictions add column vector bytea;
