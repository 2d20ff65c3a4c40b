import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { limits } from '#shared/core/limits.ts';
import type { Need, Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { assessment, type AssessmentState } from '#shared/streams/care/cccase/assessment.ts';
import { carekit, type CareKitState } from '#shared/streams/care/cccase/carekit.ts';
import { caseIdOf } from '#shared/streams/care/cccase/months.ts';
import { sections, type Section } from '#shared/streams/care/cccase/sections.ts';
import type { EscalationState } from '#shared/streams/care/escalation/state.ts';
import type { HistoryKind } from '#shared/streams/care/history/items.ts';
import { phx, type HistoryState } from '#shared/streams/care/history/phx.ts';
import type { VitalState } from '#shared/streams/care/vital/state.ts';
import { vital } from '#shared/streams/care/vital/vital.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { body, created, give, numberIn, versionSeen } from '../../services/give.ts';
import { flag, queryReader, sendList } from '../../services/list.ts';
import { openPatient, type CareParts } from './care-access.ts';
import { recordsOf } from './records.ts';

/** The specification's calls over a patient's history, each one kind of item. */
export const historyCalls: Readonly<Record<string, HistoryKind>> = {
  patientdiagnosis: 'diagnosis',
  pastdiagnosis: 'pastDiagnosis',
  surgeries: 'surgery',
  familyhistory: 'family',
  allergies: 'allergy',
  treatingdoctor: 'doctorVisit',
  lastdoctorfollowup: 'doctorVisit',
  imagingandscans: 'imaging',
  othertests: 'otherTest',
};

const base = '/customer/api/v2';
const mostRecords = 2_000;
const patientNumber = z.coerce.number().int().positive().max(9_999_999_999);
const calendarMonth = texts.month();

const see = {
  history: ['Prescription/personalHistory:view'],
  vitals: ['Prescription/vitalStats:view'],
  month: [
    'Prescription/monthlyAssessments:view',
    'Prescription/careConnect:view',
    'Prescription/careConnectV2:view',
  ],
  escalations: ['Prescription/careConnect:view', 'Prescription/DoctorView:view'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
type Seen = keyof typeof see;

/** The permission of the command behind a call. */
function needOf({ name, commands }: StreamDef, command: string): Need {
  const found = commands[command];
  if (!found) throw new Error(`${name} has no command ${command}.`);
  return found.need;
}

const listed = (record: Kept<unknown>) => ({ version: record.version, modifiedAt: record.changedAt });

/** Answers one patient's records of a kind, after the look at the patient is audited as on the screens. */
function listRoute<S>(
  app: FastifyInstance,
  parts: CareParts,
  path: string,
  more: {
    readonly seen: Seen;
    readonly screen: string;
    readonly kind: string;
    readonly page: number;
    /** The record as the service calls it; null where it is not one of this call. */
    readonly row: (record: Kept<S>, patientId: number) => object | null;
    readonly cancelled?: (state: S) => boolean;
  },
): void {
  const querying = queryReader({ iPatientId: patientNumber, iCancelFlag: flag });
  app.get(`${base}/${path}`, { config: { need: see[more.seen] } }, async (request, reply) => {
    const requested = querying(request, more.page);
    const { id } = await openPatient(
      parts,
      request,
      more.screen,
      see[more.seen],
      undefined,
      requested.iPatientId,
    );
    const wanted = requested.iCancelFlag === 1;
    const rows = (await recordsOf<S>(parts.server.pool, id, more.kind, mostRecords))
      .filter(({ state }) => (more.cancelled?.(state) ?? false) === wanted)
      .flatMap((record) => more.row(record, id) ?? []);
    return sendList(request, reply, requested, rows);
  });
}

function historyRoutes(app: FastifyInstance, parts: CareParts): void {
  for (const [path, kind] of Object.entries(historyCalls)) {
    listRoute<HistoryState>(app, parts, path, {
      seen: 'history',
      screen: 'personalHistory',
      kind: 'phx',
      page: limits.pageSizes.vitals,
      cancelled: ({ status }) => status === 'enteredInError',
      row: (record, iPatientId) => {
        const { item, name, by, at, status } = record.state;
        if (item?.kind !== kind || (path === 'treatingdoctor' && !('treating' in item && item.treating)))
          return null;
        const { kind: _kind, ...fields } = item;
        return {
          id: record.id,
          iPatientId,
          vName: name,
          ...fields,
          status,
          by: by?.name ?? '',
          at,
          ...listed(record),
        };
      },
    });
    const itemOf = (given: Readonly<Record<string, unknown>>): unknown => {
      const { iPatientId: _patient, ...fields } = given;
      return { ...fields, kind };
    };
    app.post(`${base}/${path}`, { config: { need: needOf(phx, 'record') } }, async (request, reply) => {
      const given = body(request);
      const patientId = numberIn(request, 'iPatientId');
      const input = { patientId, item: itemOf(given) };
      const made = await give(parts, request, { stream: `phx-${kind}-new`, command: 'record', input });
      return created(reply, made, { id: made.id, iPatientId: patientId, version: made.version });
    });
    app.put(`${base}/${path}/:id`, { config: { need: needOf(phx, 'change') } }, async (request) => {
      const id = keyIn(request, new RegExp(`^${kind}-[1-9]\\d{0,9}$`));
      const changed = await give(parts, request, {
        stream: `phx-${id}`,
        command: 'change',
        input: { item: itemOf(body(request)) },
        expectedVersion: versionSeen(request),
      });
      return { id, version: changed.version };
    });
  }
}

function keyIn(request: FastifyRequest, shape: RegExp): string {
  const { id } = request.params as { id: string };
  if (!shape.test(id)) throw refuse('notFound', 404);
  return id;
}
const wholeNumber = /^[1-9]\d{0,9}$/;

function vitalRoutes(app: FastifyInstance, parts: CareParts): void {
  listRoute<VitalState>(app, parts, 'VitalDetails', {
    seen: 'vitals',
    screen: 'vitalStats',
    kind: 'vital',
    page: limits.pageSizes.vitals,
    cancelled: ({ status }) => status === 'enteredInError',
    row: (record, iPatientId) => {
      const { reading, status, replacedBy } = record.state;
      if (!reading) return null;
      const { takenAt, source, context, position, deviceId, values, by } = reading;
      return {
        ...{ iVitalDetailId: Number(record.id), iPatientId, takenAt, source, context, position, deviceId },
        values: values.map(({ vitalId, name, loinc, value, unit, low, high, flag: judged }) => ({
          ...{ iVitalId: vitalId, vVitalName: name, loinc, value, unit, low, high, flag: judged },
        })),
        ...{ status, replacedBy, by: by.name, ...listed(record) },
      };
    },
  });
  app.post(`${base}/VitalDetails`, { config: { need: needOf(vital, 'record') } }, async (request, reply) => {
    const { iPatientId: _patient, ...reading } = body(request);
    const patientId = numberIn(request, 'iPatientId');
    const made = await give(parts, request, {
      stream: 'vital-new',
      command: 'record',
      input: { ...reading, patientId },
    });
    return created(reply, made, {
      iVitalDetailId: Number(made.id),
      iPatientId: patientId,
      version: made.version,
    });
  });
  app.put(`${base}/VitalDetails/:id`, { config: { need: needOf(vital, 'correct') } }, async (request) => {
    const id = keyIn(request, wholeNumber);
    const changed = await give(parts, request, {
      stream: `vital-${id}`,
      command: 'correct',
      input: body(request),
      expectedVersion: versionSeen(request),
    });
    return { iVitalDetailId: Number(id), version: changed.version };
  });
}

/** The ten sections of a month's assessment, one call each. */
function sectionRoutes(app: FastifyInstance, parts: CareParts, section: Section): void {
  listRoute<AssessmentState>(app, parts, section, {
    seen: 'month',
    screen: 'careConnect',
    kind: 'assessment',
    page: section === 'clinicalobservation' ? limits.pageSizes.clinicalObservations : limits.pageSizes.vitals,
    row: (record, iPatientId) => {
      const written = record.state.sections[section];
      if (!written) return null;
      const { text, carried, by, at, version } = written;
      return {
        ...{ iPatientId, month: record.state.month, vText: text, bCarried: carried, by, at },
        ...{ sectionVersion: version, ...listed(record) },
      };
    },
  });
  app.put(`${base}/${section}`, { config: { need: needOf(assessment, 'writeSection') } }, async (request) => {
    const given = body(request);
    const patientId = numberIn(request, 'iPatientId');
    const month = calendarMonth.safeParse(given['month']);
    if (!month.success) throw refuse('badFormat', 400, { label: 'month' }, 'month');
    const changed = await give(parts, request, {
      stream: `assessment-${caseIdOf(patientId, month.data)}`,
      command: 'writeSection',
      input: { section, text: given['vText'], version: given['sectionVersion'] },
    });
    return { iPatientId: patientId, month: month.data, version: changed.version };
  });
}

function kitRoutes(app: FastifyInstance, parts: CareParts): void {
  listRoute<CareKitState>(app, parts, 'cccarekit', {
    seen: 'month',
    screen: 'careConnect',
    kind: 'carekit',
    page: limits.pageSizes.vitals,
    row: (record, iPatientId) => {
      const { kit, stage, isDigFlag, sentAt } = record.state;
      return kit
        ? {
            ...{ iCckId: Number(record.id), iPatientId, month: kit.month, iKitTypeId: kit.iKitTypeId, stage },
            ...{ isDigFlag, sentAt, ...listed(record) },
          }
        : null;
    },
  });
  app.put(`${base}/cccarekit/:id`, { config: { need: needOf(carekit, 'digitize') } }, async (request) => {
    const id = keyIn(request, wholeNumber);
    const given = body(request);
    const digitized = given['isDigFlag'] === 1;
    const changed = await give(parts, request, {
      stream: `carekit-${id}`,
      command: digitized ? 'digitize' : 'reissue',
      input: digitized ? {} : given,
      expectedVersion: versionSeen(request),
    });
    return { iCckId: Number(id), version: changed.version };
  });
  listRoute<EscalationState>(app, parts, 'cckitescallation', {
    seen: 'escalations',
    screen: 'careConnect',
    kind: 'escalation',
    page: limits.pageSizes.vitals,
    row: (record, iPatientId) => ({ id: record.id, iPatientId, ...record.state, ...listed(record) }),
  });
}

/**
 * The patient-care calls of the specification, over the records of the care screens: a list needs `iPatientId`,
 * since nobody reads health data of everybody at once, and each look is audited.
 */
export function patientService(app: FastifyInstance, parts: CareParts): void {
  historyRoutes(app, parts);
  vitalRoutes(app, parts);
  for (const section of sections) sectionRoutes(app, parts, section);
  kitRoutes(app, parts);
}
