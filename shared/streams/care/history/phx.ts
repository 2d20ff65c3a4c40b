import { z } from 'zod';
import { partBeforeLast, capitalised } from '../../../core/cut.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { note } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { recordId } from '../../../core/record-id.ts';
import { agentworkStream } from '../../calls/leases.ts';
import type { AgentWorkState } from '../../calls/agentwork.ts';
import type { FileState } from '../../core/file.ts';
import type { MasterState } from '../../masters/state.ts';
import { careFileStream, type CareFileEvent, type CareFileState } from '../carefile/carefile.ts';
import { readCaseId } from '../cccase/months.ts';
import { byOf, emit, type By } from '../emit.ts';
import { doctorRight } from '../escalation/ladder.ts';
import { mayWithdraw } from '../vital/correct.ts';
import {
  filesOf,
  historyItem,
  historyKinds,
  isActiveItem,
  itemKey,
  namedMasters,
  type HistoryItem,
  type HistoryKind,
} from './items.ts';
import { historyRefusal, itemRefusal, mastersRefusal, nameOf, patientOf } from './rules.ts';
import { historyTranslations } from './translations.ts';

interface Noted {
  readonly patientId: number;
  readonly pooId: number | null;
  /** As lists call it: the name of its diagnosis, allergy or doctor when it was written. */
  readonly name: string;
  readonly by: By;
}
type Named<K extends HistoryKind> = Capitalize<K>;
export type HistoryEvent = {
  readonly [K in HistoryKind]:
    | Event<`${Named<K>}Recorded`, Noted & { readonly item: Extract<HistoryItem, { kind: K }> }>
    | Event<`${Named<K>}Changed`, Noted & { readonly item: Extract<HistoryItem, { kind: K }> }>
    | Event<
        `${Named<K>}MarkedEnteredInError`,
        { readonly patientId: number; readonly reason: string; readonly by: By }
      >;
}[HistoryKind];

export interface HistoryState {
  readonly status: 'none' | 'recorded' | 'enteredInError';
  readonly kind: HistoryKind | null;
  readonly patientId: number | null;
  readonly pooId: number | null;
  readonly name: string;
  readonly item: HistoryItem | null;
  readonly by: By | null;
  readonly at: string | null;
  readonly changedAt: string | null;
  readonly reason: string | null;
}

const kindOf = (key: string): HistoryKind | null =>
  historyKinds.find((kind) => kind === partBeforeLast(key, '-')) ?? null;
export const eventPrefix = (kind: HistoryKind): string => `${capitalised(kind)}`;

function evolve(state: HistoryState, { data, at }: RecordedEventOf<HistoryEvent>): HistoryState {
  if ('item' in data) {
    const { patientId, pooId, name, item, by } = data;
    const first = state.status === 'none';
    return {
      ...state,
      status: 'recorded',
      kind: item.kind,
      patientId,
      pooId,
      name,
      item,
      by: first ? by : state.by,
      at: first ? at : state.at,
      changedAt: first ? null : at,
    };
  }
  return { ...state, status: 'enteredInError', reason: data.reason };
}

const reading: readonly Permission[] = [
  'Prescription/personalHistory:create',
  'Prescription/careConnect:edit',
  'Prescription/careConnectV2:edit',
];
const changing: readonly Permission[] = [
  'Prescription/personalHistory:edit',
  'Prescription/careConnect:edit',
  'Prescription/careConnectV2:edit',
];

const readsFor = (
  patientId: number,
  item: HistoryItem,
  ctx: Pick<Ctx, 'viewer'>,
): Record<string, string> => ({
  patient: `patient-${patientId}`,
  file: careFileStream(patientId),
  ...(item.kind === 'hopi' && ctx.viewer.empId !== null ? { author: `employee-${ctx.viewer.empId}` } : {}),
  ...Object.fromEntries(filesOf(item).map((id) => [`file:${id}`, `file-${id}`])),
  ...Object.fromEntries(
    namedMasters(item).map(({ field, kind, id: number }) => [field, `master-${kind}-${number}`]),
  ),
});

/** A file was uploaded for this patient, or was named before. */
function filesRefusal(
  item: HistoryItem,
  patientId: number,
  before: HistoryItem | null,
  ctx: Ctx,
): Refusal | null {
  const known = before ? filesOf(before) : [];
  const wrong = filesOf(item).findIndex(
    (id) =>
      !known.includes(id) &&
      (ctx.read[`file:${id}`] as FileState | undefined)?.for !== `patient-${patientId}`,
  );
  return wrong < 0 ? null : refuse('fileUnknown', 422, {}, `item.fileIds.${wrong}`);
}

function saysNo(
  item: HistoryItem,
  own: string,
  state: HistoryState,
  patientId: number,
  ctx: Ctx,
): Refusal | null {
  const no =
    itemRefusal(item, ctx.today) ??
    mastersRefusal(item, ctx) ??
    filesRefusal(item, patientId, state.item, ctx) ??
    historyRefusal(item, own, ctx.read['file'] as CareFileState | undefined);
  if (no || item.kind !== 'hopi' || ctx.viewer.kind !== 'person') return no;
  return (ctx.read['author'] as { hopi?: number } | undefined)?.hopi === 1
    ? null
    : refuse('hopiNotEnabled', 403);
}

const moleculeOf = (ctx: Ctx): number | null => {
  const molecule = (ctx.read['allergyId'] as MasterState | undefined)?.fields['iMoleculeId'];
  return typeof molecule === 'number' ? molecule : null;
};

const fileEvent = (
  patientId: number,
  stream: string,
  item: HistoryItem,
  name: string,
  molecule: number | null,
) =>
  emit<CareFileEvent>(
    {
      type: 'CareItemNoted',
      data: {
        patientId,
        item: {
          ...{ stream, kind: item.kind, key: itemKey(item) ?? stream, name, active: isActiveItem(item) },
          ...(item.kind === 'allergy' && item.iAllergyTypeId !== null
            ? { allergyType: item.iAllergyTypeId }
            : {}),
          ...(molecule === null ? {} : { moleculeId: molecule }),
          ...(item.kind === 'allergy' && !item.none
            ? { confirmed: item.verificationStatus === 'confirmed' }
            : {}),
        },
      },
    },
    careFileStream(patientId),
  );

const record = command<HistoryState, { patientId: number; item: HistoryItem }>({
  input: z.object({ patientId: recordId('patient'), item: historyItem }),
  need: reading,
  creates: true,
  reads: ({ patientId, item }, _state, ctx) => readsFor(patientId, item, ctx),
  decide(state, { patientId, item }, ctx) {
    if (state.status !== 'none') return refuse('alreadyRecorded', 409);
    if (kindOf(ctx.id) !== item.kind) return refuse('badFormat', 400, { label: 'kind' }, 'item.kind');
    const patient = patientOf(ctx);
    if ('refused' in patient) return patient;
    const stream = `phx-${ctx.id}`;
    const no = saysNo(item, stream, state, patientId, ctx);
    if (no) return no;
    const name = nameOf(item, ctx);
    const data = { patientId, pooId: patient.pooId, name, item, by: byOf(ctx) };
    return [
      { type: `${eventPrefix(item.kind)}Recorded`, data },
      fileEvent(patientId, stream, item, name, moleculeOf(ctx)),
    ];
  },
});

/** Whoever holds the patient's case of the month, its author, or a doctor. */
function mayChange(state: HistoryState, ctx: Ctx): Refusal | null {
  if (ctx.may(doctorRight) || (state.by?.empId != null && state.by.empId === ctx.viewer.empId)) return null;
  const held = Object.keys((ctx.read['work'] as AgentWorkState | undefined)?.items ?? {});
  const prefix = 'queueitem-cc-queue-';
  return held.some(
    (item) => item.startsWith(prefix) && readCaseId(item.slice(prefix.length)).patientId === state.patientId,
  )
    ? null
    : refuse('caseOrDoctor', 403);
}

const change = command<HistoryState, { item: HistoryItem }>({
  input: z.object({ item: historyItem }),
  need: changing,
  versioned: true,
  reads: ({ item }, state, ctx) => ({
    ...(state.patientId === null ? {} : readsFor(state.patientId, item, ctx)),
    work: agentworkStream(ctx.viewer.empId),
  }),
  decide(state, { item }, ctx) {
    if (state.status === 'enteredInError') return refuse('alreadyInError', 409);
    if (state.kind !== item.kind || state.patientId === null)
      return refuse('badFormat', 400, { label: 'kind' }, 'item.kind');
    if (item.kind === 'observation') return refuse('observationImmutable', 409);
    const patient = patientOf(ctx);
    if ('refused' in patient) return patient;
    const stream = `phx-${ctx.id}`;
    const no = mayChange(state, ctx) ?? saysNo(item, stream, state, state.patientId, ctx);
    if (no) return no;
    const name = nameOf(item, ctx);
    const { patientId } = state;
    const data = { patientId, pooId: patient.pooId, name, item, by: byOf(ctx) };
    return [
      { type: `${eventPrefix(item.kind)}Changed`, data },
      fileEvent(patientId, stream, item, name, moleculeOf(ctx)),
    ];
  },
});

const markEnteredInError = command<HistoryState, { reason: string }>({
  input: z.object({ reason: note(200, 5) }),
  need: changing,
  versioned: true,
  reads: (_input, state) =>
    state.patientId === null ? ({} as Record<string, string>) : { file: careFileStream(state.patientId) },
  decide(state, { reason }, ctx) {
    if (state.kind === null || state.patientId === null) return refuse('notFound', 404);
    if (state.status === 'enteredInError') return refuse('alreadyInError', 409);
    const no = mayWithdraw(state.by ?? undefined, state.at, ctx);
    if (no) return no;
    const { patientId } = state;
    return [
      { type: `${eventPrefix(state.kind)}MarkedEnteredInError`, data: { patientId, reason, by: byOf(ctx) } },
      emit<CareFileEvent>(
        { type: 'CareItemDropped', data: { patientId, stream: `phx-${ctx.id}` } },
        careFileStream(patientId),
      ),
    ];
  },
});

const types = historyKinds.flatMap((kind) =>
  ['Recorded', 'Changed', 'MarkedEnteredInError'].map((step) => [`${eventPrefix(kind)}${step}`, true]),
);

/** One item of a patient's history: `phx-allergy-12`. Nothing is deleted; what was wrong is crossed out. */
export const phx = defineStream<HistoryState, HistoryEvent>({
  name: 'phx',
  area: 'care',
  numbered: true,
  state: 1,
  initial: () => ({
    status: 'none',
    kind: null,
    patientId: null,
    pooId: null,
    name: '',
    item: null,
    by: null,
    at: null,
    changedAt: null,
    reason: null,
  }),
  evolve,
  events: Object.fromEntries(types) as Record<HistoryEvent['type'], true>,
  visible: (state, viewer) => inPoos(viewer, state.pooId),
  commands: { record, change, markEnteredInError },
  translations: historyTranslations,
  story: [],
});
