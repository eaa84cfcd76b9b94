-- The verdict of an audit, and whether the auditor gave it or the rule of the annotation type did. Null in
-- audits from before, of which only `acceptable` is known.
alter table audits
  add column verdict text check (verdict in ('accepted', 'accepted_with_change', 'wrong')),
  add column decided_by text check (decided_by in ('auditor', 'rule'));
