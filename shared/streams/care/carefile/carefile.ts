import type { Event } from '../../../core/event.ts';
import { defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';

/** One line of a patient's history as decisions elsewhere need it: what it is of, and whether it holds now. */
export interface CareItem {
  /** `phx-allergy-12`. */
  readonly stream: string;
  readonly kind: string;
  /** What makes two of them the same: `allergy:7`, `diagnosis:2`, `none`. */
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  /** Drug, food or other; of allergies. */
  readonly allergyType?: number;
  /** The molecule of a drug allergy. */
  readonly moleculeId?: number;
  /** Whether an allergy is confirmed, not only supposed. */
  readonly confirmed?: boolean;
}

export interface LastVital {
  readonly readingId: number;
  readonly value: number;
  readonly takenAt: string;
  readonly empId: number | null;
}

export type CareFileEvent =
  | Event<'CareItemNoted', { readonly patientId: number; readonly item: CareItem }>
  | Event<'CareItemDropped', { readonly patientId: number; readonly stream: string }>
  | Event<
      'CareVitalsNoted',
      {
        readonly patientId: number;
        readonly readingId: number;
        readonly takenAt: string;
        readonly values: readonly { readonly loinc: string; readonly value: number }[];
        readonly empId: number | null;
      }
    >
  | Event<'CareVitalsDropped', { readonly patientId: number; readonly readingId: number }>
  | Event<
      'CareEscalationNoted',
      {
        readonly patientId: number;
        readonly escalationId: number;
        readonly severity: string;
        readonly stage: 'raised' | 'acknowledged' | 'resolved';
      }
    >
  | Event<
      'CareMonthNoted',
      { readonly patientId: number; readonly month: string; readonly caseId: number; readonly open: boolean }
    >;

/**
 * A patient's sheet: what the rules of one record must know of the others. Written only together with the record that it is
 * about, so that two commands for one patient meet here.
 */
export interface CareFileState {
  readonly items: Readonly<Record<string, CareItem>>;
  /** By LOINC, newest last, as many as rules look back. */
  readonly vitals: Readonly<Record<string, readonly LastVital[]>>;
  readonly escalations: Readonly<
    Record<string, { readonly severity: string; readonly stage: 'raised' | 'acknowledged' }>
  >;
  /** Months that were opened, with the number of their case and whether it is open. */
  readonly months: Readonly<Record<string, { readonly caseId: number; readonly open: boolean }>>;
}

export const careFileStream = (patientId: number): string => `carefile-${patientId}`;
export const noCareFile = (): CareFileState => ({ items: {}, vitals: {}, escalations: {}, months: {} });

const keptReadings = 12;
/** A patient's sheet remembers so many months. */
export const keptMonths = 6;

function evolve(state: CareFileState, event: CareFileEvent): CareFileState {
  switch (event.type) {
    case 'CareItemNoted':
      return { ...state, items: { ...state.items, [event.data.item.stream]: event.data.item } };
    case 'CareItemDropped': {
      const { [event.data.stream]: _gone, ...items } = state.items;
      return { ...state, items };
    }
    case 'CareVitalsNoted': {
      const { readingId, takenAt, values, empId } = event.data;
      const vitals = { ...state.vitals };
      for (const { loinc, value } of values)
        vitals[loinc] = [...(vitals[loinc] ?? []), { readingId, value, takenAt, empId }]
          .toSorted((a, b) => (a.takenAt < b.takenAt ? -1 : 1))
          .slice(-keptReadings);
      return { ...state, vitals };
    }
    case 'CareVitalsDropped':
      return {
        ...state,
        vitals: Object.fromEntries(
          Object.entries(state.vitals).map(([loinc, all]) => [
            loinc,
            all.filter(({ readingId }) => readingId !== event.data.readingId),
          ]),
        ),
      };
    case 'CareEscalationNoted': {
      const { escalationId, severity, stage } = event.data;
      const { [escalationId]: _old, ...others } = state.escalations;
      return {
        ...state,
        escalations: stage === 'resolved' ? others : { ...others, [escalationId]: { severity, stage } },
      };
    }
    case 'CareMonthNoted': {
      const { month, caseId, open } = event.data;
      const months = Object.entries({ ...state.months, [month]: { caseId, open } }).toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      );
      return { ...state, months: Object.fromEntries(months.slice(-keptMonths)) };
    }
    default:
      return state;
  }
}

export const carefile = defineStream<CareFileState, CareFileEvent>({
  name: 'carefile',
  area: 'care',
  state: 1,
  initial: noCareFile,
  evolve,
  events: {
    CareItemNoted: true,
    CareItemDropped: true,
    CareVitalsNoted: true,
    CareVitalsDropped: true,
    CareEscalationNoted: true,
    CareMonthNoted: true,
  },
  commands: {},
  visible: (_state, viewer) => viewer.kind !== 'device',
  translations: translations({
    en: {
      CareItemNoted: 'History noted',
      CareItemDropped: 'History item withdrawn',
      CareVitalsNoted: 'Vitals noted',
      CareVitalsDropped: 'Vitals withdrawn',
      CareEscalationNoted: 'Escalation noted',
      CareMonthNoted: 'Care month noted',
    },
    es: {
      CareItemNoted: 'Antecedente anotado',
      CareItemDropped: 'Antecedente retirado',
      CareVitalsNoted: 'Constantes anotadas',
      CareVitalsDropped: 'Constantes retiradas',
      CareEscalationNoted: 'Escalamiento anotado',
      CareMonthNoted: 'Mes de atención anotado',
    },
  }),
});

/** Active items of one kind. */
export function activeItems(file: CareFileState | undefined, kind: string): readonly CareItem[] {
  return Object.values(file?.items ?? {}).filter((item) => item.kind === kind && item.active);
}

/** Something critical was not acknowledged yet: nothing goes out to the patient meanwhile. */
export const waitsForAnswer = (file: CareFileState | undefined): boolean =>
  Object.values(file?.escalations ?? {}).some(
    ({ severity, stage }) => severity === 'critical' && stage === 'raised',
  );

/** For `reads`: the sheet of a patient, once it is known whose. */
export function readsCareFile(patientId: number | undefined): Record<string, string> {
  return patientId === undefined ? {} : { file: careFileStream(patientId) };
}
