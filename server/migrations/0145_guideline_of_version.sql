-- The guideline version whose label names a version has; null in versions that are not built. Some databases have it by 0140.
alter table dataset_versions add column if not exists guideline_version integer;
