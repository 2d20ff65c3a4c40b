select r.*, p.name as "patient"
from report_vital_values r
left join master_rows p on p.kind = 'patient' and p.id = r."patientId"
