-- The requests and sign-in attempts of the last minute, counted over all processes (ADR 0070). One row for each caller;
-- each count applies until a time (ms). `most`, `asked` and `granted` are those of the last statement.
create table rate_counts (
  payer text primary key,
  most integer not null,
  asked integer not null,
  granted integer not null,
  untils bigint[] not null,
  counts integer[] not null
) with (fillfactor = 50);
