-- A batch certified by agreement has the level "agreement": nobody checked its labels, so it is not "basic".
update batches set certification_level = 'agreement'
where certification_level = 'basic' and (
  select look ->> 'mode' from jsonb_array_elements(looks) with ordinality as listed (look, number)
  where look ->> 'outcome' = 'certified' order by number desc limit 1
) = 'agreement';
