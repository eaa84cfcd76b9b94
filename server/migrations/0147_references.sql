-- Whether a page shows objects of buckets, and whether by http, is asked at each page.
create index concurrently sources_by_reference on sources ((coalesce(config ->> 'endpoint', '') like 'http:%'))
  where mode = 'reference';
