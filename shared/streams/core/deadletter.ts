import { z } from 'zod';
import { command, defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';

/** Who opened or replayed a fact that could not be taken. The letter itself lies in its table; here stands what people did with it. */
export interface DeadLetterTrail {
  readonly presses: number;
}

const about = z.object({ service: z.string().max(40), reason: z.string().max(100) });

export const deadletter = defineStream<DeadLetterTrail>({
  name: 'deadletter',
  area: 'core',
  state: 1,
  initial: () => ({ presses: 0 }),
  evolve: (state, event) => (event.type === 'DeadLetterReplayAsked' ? { presses: state.presses + 1 } : state),
  visible: (_state, viewer) => viewer.kind !== 'device',
  commands: {
    open: command<DeadLetterTrail, z.infer<typeof about>>({
      input: about,
      need: 'Dashboard/deadLetters:edit',
      creates: true,
      decide: (_state, letter) => [{ type: 'PersonalDataViewed', data: { what: 'deadLetter', ...letter } }],
    }),
    replay: command<DeadLetterTrail, z.infer<typeof about>>({
      input: about,
      need: 'Dashboard/deadLetters:edit',
      creates: true,
      decide: (_state, letter) => [{ type: 'DeadLetterReplayAsked', data: letter }],
    }),
  },
  words: words({
    en: { PersonalDataViewed: 'Personal data viewed', DeadLetterReplayAsked: 'Replay of a dead letter asked for' },
    es: { PersonalDataViewed: 'Datos personales vistos', DeadLetterReplayAsked: 'Se pidió repetir un mensaje muerto' },
  }),
  story: [],
});
