-- Lists the accepted items of a batch whose label the fewest people gave. A label of a model has no support.
create index concurrently items_support on items (batch_id, support, position) where status = 'accepted' and support is not null;
