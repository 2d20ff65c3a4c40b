import { z } from 'zod';
import { compareFacts } from '../../core/fact-age.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { services } from '../../core/view.ts';
import { words } from '../../core/words.ts';

/** The last that a base service told of a thing which has no life of its own here. */
export interface Mirror {
  readonly exists: boolean;
  readonly version: number | null;
  readonly modifiedAt: string;
  readonly hash: string;
  readonly removed: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

const told = z.object({
  service: z.enum(services),
  entity: z.string().min(1).max(64),
  id: z.union([z.string(), z.number()]),
  version: z.number().int().nullable(),
  modifiedAt: z.iso.datetime(),
  hash: z.string().length(64),
  change: z.string().min(1).max(100),
  data: z.record(z.string(), z.unknown()),
});

const removing = new Set(['deleted', 'removed', 'cancelled']);

export const mirror = defineStream<Mirror>({
  name: 'mirror',
  area: 'core',
  state: 1,
  initial: () => ({ exists: false, version: null, modifiedAt: '', hash: '', removed: false, data: {} }),
  evolve: (state, event) => {
    if (event.type !== 'SourceFactRecorded') return state;
    const { version, modifiedAt, hash, change, data } = event.data as z.infer<typeof told>;
    return { exists: true, version, modifiedAt, hash, removed: removing.has(change), data };
  },
  commands: {
    record: command<Mirror, z.infer<typeof told>>({
      input: told,
      need: 'system',
      creates: true,
      decide: (state, fact) => {
        if (!state.exists) return [{ type: 'SourceFactRecorded', data: fact }];
        const age = compareFacts(fact, state);
        if (age === 'newer') return [{ type: 'SourceFactRecorded', data: fact }];
        if (age === 'same' && fact.hash === state.hash) return refuse('factKnown', 409);
        const { service, entity, id, version, modifiedAt, hash } = fact;
        const reason = age === 'same' ? 'sameVersion' : 'older';
        return { events: [{ type: 'SourceFactIgnored', data: { service, entity, id, version, modifiedAt, hash, reason } }], answer: { ignored: reason } };
      },
    }),
  },
  words: words({
    en: {
      factKnown: 'That fact is known already.',
      badSignature: 'The signature does not prove this message.',
      alreadyReplayed: 'This was replayed already, by {{by}}.',
      cannotReplay: 'It still cannot be taken: {{error}}',
      SourceFactRecorded: 'Told by a base service',
      SourceFactIgnored: 'An older fact was passed over',
    },
    es: {
      factKnown: 'Ese dato ya se conoce.',
      badSignature: 'La firma no prueba este mensaje.',
      alreadyReplayed: 'Esto ya fue repetido por {{by}}.',
      cannotReplay: 'Todavía no se puede aceptar: {{error}}',
      SourceFactRecorded: 'Comunicado por un servicio base',
      SourceFactIgnored: 'Se pasó por alto un dato más antiguo',
    },
  }),
  story: [],
});
