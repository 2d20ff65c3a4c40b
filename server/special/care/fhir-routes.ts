import type { FastifyInstance } from 'fastify';
import { businessDay } from '#shared/core/day.ts';
import { medicinesView } from '#shared/feeds/medicines.ts';
import { careViewNeed } from '#shared/streams/care/careaccess.ts';
import type { AssessmentState } from '#shared/streams/care/cccase/assessment.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import type { HistoryState } from '#shared/streams/care/history/phx.ts';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import type { ValueRow } from '#shared/streams/care/wire.ts';
import { uuidOf } from '../../jobs/reactions.ts';
import { openPatient, type CareParts } from './care-access.ts';
import { fhirBundle, type FhirBundle } from './fhir.ts';
import { recordsOf, valueColumns } from './records.ts';

/** More values than a person collects in twenty years of care. */
const mostValues = 20_000;

/** A patient's record for another system, as a FHIR R4 bundle; the export is recorded like every access. */
export function fhirRoutes(app: FastifyInstance, parts: CareParts): void {
  const { pool, views, clock } = parts.server;
  app.get(
    '/care/patients/:id/fhir',
    { config: { need: careViewNeed } },
    async (request, reply): Promise<FhirBundle> => {
      const { id, state: patient } = await openPatient(parts, request, 'fhir', careViewNeed);
      const [history, reports, cases, assessments, values, medicines] = await Promise.all([
        recordsOf<HistoryState>(pool, id, 'phx', 5_000),
        recordsOf<LabReportState>(pool, id, 'labreport', 5_000),
        recordsOf<CareCaseState>(pool, id, 'cccase', 500),
        recordsOf<AssessmentState>(pool, id, 'assessment', 500),
        pool.query<ValueRow>(
          `select ${valueColumns} from care_values where patient_id = $1 order by care_values.at, source, part limit $2`,
          [id, mostValues],
        ),
        views.read(medicinesView, String(id)),
      ]);
      void reply
        .type('application/fhir+json')
        .header('content-disposition', `attachment; filename="patient-${id}.fhir.json"`);
      return fhirBundle(
        {
          patientId: id,
          patient,
          history,
          reports,
          cases,
          assessments,
          values: values.rows,
          medicines: medicines?.medicines ?? [],
        },
        {
          today: businessDay(clock.now()),
          at: new Date(clock.now()).toISOString(),
          urlOf: (type, key) => `urn:uuid:${uuidOf(`fhir:${type}/${key}`)}`,
        },
      );
    },
  );
}
