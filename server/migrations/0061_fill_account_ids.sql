-- Gives the rows from before their account, so many pages of 8 KiB in each transaction. Rows that others have locked wait for
-- the next pass: this holds no lock while it waits for one. If it is killed, it finds what is left. A row without parent
-- belongs to no account, and nothing reaches it: it is removed.
do $do$
declare
  pages constant integer := 100;
  child text;
  parent text;
  reference text;
  page bigint;
  last bigint;
  is_left boolean;
begin
  for child, parent, reference in values
    ('artefacts', 'batches', 'batch_id'), ('batch_files', 'batches', 'batch_id'),
    ('batch_progress', 'batches', 'batch_id'), ('claim_cursors', 'batches', 'batch_id'),
    ('delivery_attempts', 'deliveries', 'delivery_id'), ('draws', 'batches', 'batch_id'),
    ('file_lines', 'files', 'file_id'), ('gold_answers', 'batches', 'batch_id'),
    ('guideline_confirmations', 'projects', 'project_id'), ('items', 'batches', 'batch_id'),
    ('looked_items', 'batches', 'batch_id'), ('predictions', 'batches', 'batch_id'),
    ('project_versions', 'projects', 'project_id'), ('upload_skips', 'uploads', 'upload_id')
  loop
    loop
      execute format('select exists (select from %I where account_id is null)', child) into is_left;
      exit when not is_left;
      page := 0;
      last := pg_relation_size(child::regclass) / current_setting('block_size')::bigint;
      while page < last loop
        -- By arrays of ctid: with a join, each step might read the whole table.
        execute format($page$
          with chosen as materialized (
            select ctid as place, (select account_id from %2$I where id = child.%3$I) as account_id from %1$I as child
            where ctid >= $1 and ctid < $2 and account_id is null for update of child skip locked
          ), removed as (
            delete from %1$I where ctid = any(array(select place from chosen where account_id is null))
          )
          update %1$I as child set account_id = (select account_id from %2$I where id = child.%3$I)
          where ctid = any(array(select place from chosen where account_id is not null))
        $page$, child, parent, reference) using format('(%s,0)', page)::tid, format('(%s,0)', page + pages)::tid;
        commit;
        page := page + pages;
      end loop;
      perform pg_sleep(0.1);
    end loop;
  end loop;
end $do$;
