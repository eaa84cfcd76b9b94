-- The seed stays encrypted until the verdict, not only until the challenge: who reads it knows the sample.
alter table draws drop constraint draws_check1;
alter table draws add constraint draws_challenge check (
  (nonce is null) = (source is null) and (nonce is null) = (challenged_at is null) and (seed is null or nonce is not null)
);
