import type { Event } from '../../core/event.ts';
import { defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/**
 * Access audit of a subject's personal data: a stream of its own, so that viewing does not change the
 * subject's version.
 */
export interface AuditState {
  readonly subject: string;
  readonly views: number;
}

export const auditStream = (subject: string): string => `audit-${subject}`;

/**
 * Who looked is the event's actor. `fields` names what was shown, `screen` where a health record was opened;
 * `until` is the end of an access to a patient of another place.
 */
type AuditEvent =
  | Event<
      'PersonalDataViewed',
      {
        readonly subject: string;
        readonly fields: readonly string[];
        readonly fileId?: string;
        readonly reason?: string;
        readonly until?: string;
      }
    >
  | Event<
      'PatientRecordViewed',
      { readonly subject: string; readonly screen: string; readonly reason?: string }
    >;

export const audit = defineStream<AuditState, AuditEvent>({
  name: 'audit',
  events: {
    PersonalDataViewed: true,
    PatientRecordViewed: true,
  },
  area: 'core',
  state: 1,
  initial: (key) => ({ subject: key, views: 0 }),
  evolve: (state, event) =>
    event.type === 'PersonalDataViewed' ? { ...state, views: state.views + 1 } : state,
  visible: (_state, viewer) => viewer.kind !== 'person' || viewer.admin,
  commands: {},
  translations: translations({
    en: { PersonalDataViewed: 'Personal data viewed', PatientRecordViewed: 'Health record viewed' },
    es: { PersonalDataViewed: 'Datos personales vistos', PatientRecordViewed: 'Historia clínica vista' },
  }),
});
