import { defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';

/** Who looked at whose personal data: one stream a subject, beside the subject's own so that looking changes nothing there. */
export interface AuditState {
  readonly subject: string;
  readonly views: number;
}

export const auditStream = (subject: string): string => `audit-${subject}`;

export const audit = defineStream<AuditState>({
  name: 'audit',
  area: 'core',
  state: 1,
  initial: (key) => ({ subject: key, views: 0 }),
  evolve: (state, event) => (event.type === 'PersonalDataViewed' ? { ...state, views: state.views + 1 } : state),
  visible: (_state, viewer) => viewer.kind !== 'person' || viewer.admin,
  commands: {},
  words: words({ en: { PersonalDataViewed: 'Personal data viewed' }, es: { PersonalDataViewed: 'Datos personales vistos' } }),
});
