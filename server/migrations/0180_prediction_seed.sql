-- The secret by which a batch chooses the items whose tasks show no prediction; null in batches of earlier versions, which show all.
alter table batches add column prediction_seed uuid;
alter table batches alter column prediction_seed set default gen_random_uuid();
