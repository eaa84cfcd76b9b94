-- Whether only the mailbox got the link, so that whoever opens it has proven to hold the address.
alter table invitations add column proves_address boolean not null default false;

-- Whose role the identity provider gave last: the provider takes it away again, and brings the member back.
alter table members add column role_from text not null default 'account'
  check (role_from in ('account', 'provider'));

-- Everybody who set a password did so by a link that the inviter saw too. An address is proven anew by the first sign-in
-- by the identity provider, or by a link for a new password.
update people set email_verified = false
  where exists (select from credentials where person_id = people.id and provider = 'credential')
    and not exists (select from credentials where person_id = people.id and provider <> 'credential');
