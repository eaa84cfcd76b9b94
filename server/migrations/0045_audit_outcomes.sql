-- How the audits of a batch ended, also after its deletion; null if there were none. `failed` if none of them certified it.
alter table batches add column audit_outcome text generated always as (
  case
    when failure_reasons @> '[{"code": "abandoned"}]' then 'abandoned'
    when audit is not null then 'open'
    when looks @> '[{"outcome": "certified"}]' then 'certified'
    when looks <> '[]' or budget_round > 0 then 'failed'
  end) stored;
-- To count the outcomes of an account and a project from the index alone.
create index batches_outcomes on batches (account_id, project_id, audit_outcome, id) where audit_outcome is not null;
