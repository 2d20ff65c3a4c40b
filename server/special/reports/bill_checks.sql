select r.*,
  to_char(coalesce(r."invoiceDate", r."confirmedOn")::date
    + coalesce((s.fields->>'iTermsDays')::int, 0), 'YYYY-MM-DD') as "dueOn",
  coalesce((
    select sum(d."claimed") from report_debit_notes d
    where d."source" = 'GRE_SHORTAGE' and d."sourceNumber" = r."ref" and d."stage" <> 'cancelled'
  ), 0)::bigint as "debitNotes"
from report_bill_checks r
left join master_rows s on s.kind = 'supplier' and s.id = r."supplierId"
