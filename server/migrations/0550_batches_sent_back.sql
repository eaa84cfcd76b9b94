-- Who sent the batch back last, when and why. Null if nobody did, or an earlier version.
alter table batches add column sent_back jsonb;
