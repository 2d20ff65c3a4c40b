import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event } from '../../core/event.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';

/**
 * Who opened or replayed a dead letter. The letter itself is in its table; this stream records what people
 * did with it.
 */
export interface DeadLetterTrail {
  readonly presses: number;
}

const about = z.object({ service: texts.token().max(40), reason: texts.token().max(100) });

type About = z.infer<typeof about>;
type DeadLetterEvent =
  | Event<'DeadLetterReplayRequested', About>
  | Event<'PersonalDataViewed', About & { readonly what: 'deadLetter' }>;

export const deadletter = defineStream<DeadLetterTrail, DeadLetterEvent>({
  name: 'deadletter',
  events: {
    DeadLetterReplayRequested: true,
    PersonalDataViewed: true,
  },
  area: 'core',
  state: 1,
  renamed: { DeadLetterReplayAsked: 'DeadLetterReplayRequested' },
  initial: () => ({ presses: 0 }),
  evolve: (state, event) =>
    event.type === 'DeadLetterReplayRequested' ? { presses: state.presses + 1 } : state,
  visible: (_state, viewer) => viewer.kind !== 'device',
  commands: {
    open: command<DeadLetterTrail, About>({
      input: about,
      need: 'Dashboard/deadLetters:edit',
      creates: true,
      decide: (_state, letter) => [{ type: 'PersonalDataViewed', data: { what: 'deadLetter', ...letter } }],
    }),
    replay: command<DeadLetterTrail, About>({
      input: about,
      need: 'Dashboard/deadLetters:edit',
      creates: true,
      decide: (_state, letter) => [{ type: 'DeadLetterReplayRequested', data: letter }],
    }),
  },
  translations: translations({
    en: {
      PersonalDataViewed: 'Personal data viewed',
      DeadLetterReplayRequested: 'Replay of a dead letter requested',
    },
    es: {
      PersonalDataViewed: 'Datos personales vistos',
      DeadLetterReplayRequested: 'Repetición de un mensaje fallido solicitada',
    },
  }),
  story: [],
});
