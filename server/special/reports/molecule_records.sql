select r.*,
  case when k.n = 0 then 'none' when k.n = 6 then 'every' else 'some' end as "coverage",
  k.present as "present", k.missing as "missing",
  case when k.english > 0 then 'yes' else 'no' end as "english",
  coalesce(g.products, 0)::bigint as "products", coalesce(g.dispensed, 0)::bigint as "dispensed",
  (case when k.n = 0 then 0 else coalesce(g.dispensed, 0) end)::bigint as "explained"
from report_molecule_records r
cross join lateral (
  select count(*) filter (where p.id is not null) as n,
    count(*) filter (where p.id is not null and l.language = 'en') as english,
    string_agg(l.language, ', ' order by l.language) filter (where p.id is not null) as present,
    string_agg(l.language, ', ' order by l.language) filter (where p.id is null) as missing
  from unnest(array['en', 'hi', 'kn', 'ta', 'te', 'mr']) as l(language)
  left join master_rows p on p.kind = 'pil' and p.stage = 'published' and not p.cancelled
    and (p.fields->>'iMoleculeId')::int = r."moleculeId" and p.fields->>'vLanguage' = l.language
) k
left join (
  select (c->>'iMoleculeId')::int as molecule_id, count(distinct p.id) as products,
    sum(coalesce(s.n, 0)) as dispensed
  from master_rows p cross join lateral jsonb_array_elements(p.fields->'composition') c
  left join (
    select "product" as name, count(*) as n from report_sale_lines
    where "kind" = 'INVOICE' and "issuedOn" >= (:today - 30)::text group by 1
  ) s on s.name = p.name
  where p.kind = 'product' and not p.cancelled and jsonb_typeof(p.fields->'composition') = 'array'
  group by 1
) g on g.molecule_id = r."moleculeId"
