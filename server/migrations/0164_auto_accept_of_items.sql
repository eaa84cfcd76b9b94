-- `held`: waits for the threshold of an auto-accept; `check`: people answer it blind, for that threshold; `checked`: they did.
alter table items add column auto_accept text;
