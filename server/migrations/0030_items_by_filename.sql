-- The name of a file that is one item, so that a line of an import finds its item by it. Null for files whose lines are
-- the items. Batches that the version before makes meanwhile have none: their items are named by id.
alter table batch_files add column filename text;
update batch_files set filename = files.filename from files where files.id = file_id and medium <> 'lines';
create index batch_files_filename on batch_files (batch_id, filename) where filename is not null;
create index items_file on items (batch_id, file_id) where line is null;
