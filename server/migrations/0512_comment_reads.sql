-- What a person has read of other people's comments. The key finds the marks of a comment and of a batch, `unique` those of a member.
create table comment_reads (
  account_id text collate "C" not null references accounts (id),
  batch_id text collate "C" not null,
  comment_id text collate "C" not null,
  member_id text collate "C" not null,
  primary key (batch_id, comment_id, member_id),
  unique (member_id, comment_id)
);
