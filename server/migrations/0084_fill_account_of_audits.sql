-- Gives the audits from before their account, as 0061 did for the other tables: so many pages of 8 KiB in each transaction,
-- without those that others have locked, which wait for the next pass.
do $do$
declare
  pages constant integer := 100;
  page bigint;
  last bigint;
begin
  while exists (select from audits where account_id is null) loop
    page := 0;
    last := pg_relation_size('audits') / current_setting('block_size')::bigint;
    while page < last loop
      -- By arrays of ctid: with a join, each step might read the whole table.
      with chosen as materialized (
        select ctid as place, (select account_id from batches where id = audits.batch_id) as account_id from audits
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + pages)::tid and account_id is null
        for update of audits skip locked
      ), removed as (
        delete from audits where ctid = any(array(select place from chosen where account_id is null))
      )
      update audits set account_id = (select account_id from batches where id = audits.batch_id)
      where ctid = any(array(select place from chosen where account_id is not null));
      commit;
      page := page + pages;
    end loop;
    perform pg_sleep(0.1);
  end loop;
end $do$;
