-- Sequential audit plans replace looks. The version before uses two looks where this setting is absent.
update projects set quality_policy = quality_policy - 'max_looks' where quality_policy ? 'max_looks';
