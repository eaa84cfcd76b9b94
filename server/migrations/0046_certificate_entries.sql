-- The position in the log of the entry that records a certificate, for its inclusion proof (docs/certificate.md). Null for
-- a certificate that was issued before the log, or by the version before this one while both run.
alter table certificates add column logged_at bigint;
update certificates set logged_at = position
from (
  select position, convert_from(entry, 'UTF8')::jsonb ->> 'digest' as digest from log_entries
  where convert_from(entry, 'UTF8')::jsonb ->> 'type' = 'certificate'
) as recorded
where recorded.digest = encode(sha256(decode(envelope ->> 'payload', 'base64')), 'hex');
