select r.*, p.fields->>'vStyle' as "style", c.name as "colour", z.name as "size", u.name as "cup",
  case when n.latest = 1 then coalesce(k.sellable, 0) end as "stock",
  case when n.latest = 1 then coalesce(k.sellable, 0) else 0 end + r."qty" as "handled"
from report_sale_lines r
join (
  select id, row_number() over (partition by "iPooId", "productId" order by "issuedOn" desc, id desc) as latest
  from report_sale_lines where "goods" = 'apparel'
) n on n.id = r.id
left join master_rows p on p.kind = 'product' and p.id = r."productId"
left join master_rows c on c.kind = 'colour' and c.id = (p.fields->>'iColourId')::int
left join master_rows z on z.kind = 'size' and z.id = (p.fields->>'iSizeId')::int
left join master_rows u on u.kind = 'cup' and u.id = (p.fields->>'iCupId')::int
left join lateral (
  select sum(s."sellable")::bigint as sellable from report_stock_items_now s
  where s."productId" = r."productId" and s."iPooId" = r."iPooId"
) k on true
