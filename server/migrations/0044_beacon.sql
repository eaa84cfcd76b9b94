-- A policy may take the nonce from a round of a public beacon (drand). The round is fixed with the labels, before
-- anybody can know its signature, whose SHA-256 is the nonce.
alter table draws
  add column beacon_chain text check (beacon_chain ~ '^[0-9a-f]{64}$'),
  add column beacon_round bigint,
  add column beacon_signature text check (beacon_signature ~ '^[0-9a-f]{96}$'),
  add constraint draws_beacon_round check (
    (beacon_chain is null) = (beacon_round is null) and (beacon_chain is null or root is not null)
  ),
  add constraint draws_beacon_signature check ((beacon_signature is not null) = coalesce(source = 'beacon', false));
