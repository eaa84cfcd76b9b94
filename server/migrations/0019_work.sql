-- Answers by time, for the report of work. They are appended in that order, so that an index of ranges costs nearly nothing.
create index annotations_time on annotations using brin (created_at) with (autosummarize = on);
