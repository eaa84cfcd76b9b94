-- Work that one process of all does, such as the sweeps, and who does it until when (ADR 0068).
create table duties (
  name text collate "C" primary key,
  holder text collate "C" not null,
  held_until timestamptz(3) not null
);
