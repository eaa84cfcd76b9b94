-- Uploads whose bytes come in pieces: `received_bytes` are durable in a file of their own. Who appends holds a
-- lease: `writer` names the request, and a request that dies leaves the upload to the next at `writer_until`.
alter table uploads
  add column received_bytes bigint not null default 0,
  add column writer text,
  add column writer_until timestamptz(3);
