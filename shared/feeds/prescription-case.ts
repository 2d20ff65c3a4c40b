import type { EventOf } from '../core/stream.ts';
import type { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { RxStage } from '../streams/prescriptions/prescription/digitization.machine.ts';
import type { Region } from '../streams/prescriptions/pages.ts';
import { rxRef } from '../streams/prescriptions/references.ts';
import { evolveRx, newRx, unitsLeft } from '../streams/prescriptions/prescription/state.ts';
import type { RxState } from '../streams/prescriptions/prescription/state.ts';

/** One step of a prescription's life, without its content. */
export interface RxHistoryLine {
  readonly type: string;
  readonly at: string;
  readonly by: string;
  readonly text: string | null;
}
export interface RxCaseRow {
  readonly state: RxState;
  readonly version: number;
  readonly history: readonly RxHistoryLine[];
  readonly modifiedAt: string;
}

const keepLines = 120;
const quiet: ReadonlySet<string> = new Set(['DigitizationDraftSaved', 'CheckAlertsRead']);

type RxStored = EventOf<typeof prescription>;

export const prescriptionCaseView = defineView<RxCaseRow, RxStored>({
  name: 'prescription-case',
  version: 2,
  streams: ['prescription'],
  recent: { most: 1_000, first: ({ version }) => version === 1 },
  ids: ({ stream }) => [streamKey(stream)],
  row(row, event, id) {
    const before = row ?? { state: newRx(id), version: 0, history: [], modifiedAt: event.at };
    const history = quiet.has(event.type)
      ? before.history
      : [...before.history.slice(1 - keepLines), lineOf(event)];
    return {
      state: evolveRx(before.state, event),
      version: event.version,
      history,
      modifiedAt: event.at,
    };
  },
});

/** What somebody wrote beside a step. */
function noteIn(data: object): string | null {
  const { reason, text } = data as { readonly reason?: unknown; readonly text?: unknown };
  const note = reason ?? text;
  return typeof note === 'string' ? note : null;
}

function lineOf({ type, at, actor, data }: RxStored): RxHistoryLine {
  const blind = type === 'FirstEntrySubmitted' || type === 'SecondEntrySubmitted';
  return { type, at, by: actor.name, text: blind ? null : noteIn(data) };
}

/** Steps whose reason may say what somebody read. */
const aboutContent: ReadonlySet<string> = new Set(['PrescriptionSentBack', 'PrescriptionAlertOverridden']);

/** A line of the second entry: its state, never the values read. */
export interface RepeatMark {
  readonly no: number;
  readonly region: Region | null;
}

/**
 * A prescription as its screens show it. While two people read it apart, neither sees what the other entered.
 */
export interface RxCase extends Omit<RxState, 'draft' | 'secondDraft' | 'first' | 'secondLines' | 'repeat'> {
  readonly ref: string;
  readonly version: number;
  readonly draft: RxState['draft'];
  readonly first: RxState['first'];
  readonly secondLines: RxState['secondLines'];
  readonly repeat: readonly RepeatMark[];
  /** Units still to be supplied, by line. */
  readonly left: Readonly<Record<number, number>>;
  readonly history: readonly RxHistoryLine[];
}

const entryStages: ReadonlySet<RxStage> = new Set([
  'pending',
  'sentBack',
  'entering',
  'secondPending',
  'secondEntering',
  'differing',
  'deciding',
]);

function marks(state: RxState): readonly RepeatMark[] {
  return state.repeat.map(({ no }) => ({
    no,
    region: state.first?.lines.find((line) => line.no === no)?.region ?? null,
  }));
}

export function showRx({ state, version, history }: RxCaseRow, empId: number | null): RxCase {
  const { stage, digitizer, second, sentBack } = state;
  const am = (person: { readonly empId: number | null } | null): boolean =>
    person !== null && empId !== null && person.empId === empId;
  const apart = entryStages.has(stage) || (stage === 'clarifying' && state.question?.back === 'entry');
  const third = (stage === 'differing' || stage === 'deciding') && !am(digitizer) && !am(second);
  const own =
    stage === 'secondEntering' ? (am(second) ? state.secondDraft : null) : am(digitizer) ? state.draft : null;
  const seesContent =
    !apart || (am(digitizer) && stage === 'entering') || (stage === 'sentBack' && am(sentBack?.to ?? null));
  const { secondDraft: _draft, ...rest } = state;
  return {
    ...rest,
    ref: rxRef(state.id),
    version,
    draft: own,
    header: seesContent ? state.header : null,
    lines: seesContent ? state.lines : [],
    flags: seesContent ? state.flags : [],
    sentBack: seesContent ? sentBack : null,
    read: seesContent ? state.read : [],
    overrides: seesContent ? state.overrides : {},
    corrections: seesContent ? state.corrections : 0,
    first: third ? state.first : null,
    secondLines: third ? state.secondLines : [],
    differences: third ? state.differences : [],
    repeat: stage === 'secondPending' || stage === 'secondEntering' ? marks(state) : [],
    left: seesContent ? Object.fromEntries(state.lines.map((line) => [line.no, unitsLeft(state, line)])) : {},
    history: seesContent
      ? history
      : history.map((line) => (aboutContent.has(line.type) ? { ...line, text: null } : line)),
  };
}

interface RxScope extends Scope {
  readonly poos: readonly number[] | 'all';
  readonly empId: number | null;
}

/** The prescriptions of one's places; a panel requests one by its number. */
export const prescriptionCase = defineFeed<RxCaseRow, RxScope, RxCase>({
  name: 'case/prescription',
  view: prescriptionCaseView,
  need: [
    'Prescription/pdList:view',
    'Prescription/pdListv2:view',
    'Prescription/prescriptionChecker:view',
    'Prescription/prescriptionUpdate:view',
    'Prescription/AdhocPrescription:view',
    'Prescription/DoctorView:view',
  ],
  scope: (viewer) => ({
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
    empId: viewer.empId,
  }),
  see: (row, scope) => (inPoos(scope, row.state.received?.pooId) ? showRx(row, scope.empId) : null),
  looks: ({ state: { received } }) => received && { patientId: received.patientId, screen: 'prescription' },
  sources: ['prescription', 'customer'],
});
