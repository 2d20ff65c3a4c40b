select r.*, p.name as "patient"
from report_lab_orders r
left join master_rows p on p.kind = 'patient' and p.id = r."patientId"::int
