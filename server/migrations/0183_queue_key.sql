-- Where the job that orders a batch will put the item: lower is offered earlier. Null once it is there.
alter table items add column queue_key double precision;
