select r.*, m.name as "maker", v.suppliers as "suppliers", coalesce(v.n, 0)::bigint as "supplierCount",
  case when v.n > 0 then 'yes' else 'no' end as "offered", v.since as "mappedOn",
  greatest(0, :today - v.since::date)::bigint as "openDays",
  coalesce(s.units, 0)::bigint as "units", coalesce(l.sold, 0)::bigint as "sold", p.updated_by as "updatedBy"
from report_products_without_molecule r
left join master_rows p on p.kind = 'product' and p.id = r."productId"
left join master_rows m on m.kind = 'manufacturer' and m.id = (p.fields->>'iManufacturerId')::int
left join (
  select (o.fields->>'iProductId')::int as product_id, string_agg(distinct u.name, ', ' order by u.name) as suppliers,
    count(distinct u.id) as n, min(o.fields->>'dFrom') as since
  from master_rows o join master_rows u on u.kind = 'supplier' and u.id = (o.fields->>'iSupplierId')::int
  where o.kind = 'vendorProduct' and not o.cancelled and o.status = 1
  group by 1
) v on v.product_id = r."productId"
left join (
  select "productId" as product_id, sum("onHand") as units from report_stock_items_now group by 1
) s on s.product_id = r."productId"
left join (
  select "product" as name, sum("total") as sold from report_sale_lines
  where "issuedOn" >= (:today - 90)::text group by 1
) l on l.name = r."product"
