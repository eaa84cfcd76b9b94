-- Whether an annotator whom the account does not have is refused instead of becoming a member.
alter table accounts add column strict_annotators boolean not null default false;
