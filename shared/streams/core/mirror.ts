import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event } from '../../core/event.ts';
import { compareMessages } from '../../core/message-age.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { services } from '../../core/view.ts';
import { translations } from '../../core/translations.ts';

/** The latest message of a base service about a record that has no stream of its own here. */
export interface Mirror {
  readonly exists: boolean;
  readonly version: number | null;
  readonly modifiedAt: string;
  readonly hash: string;
  readonly removed: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

const received = z.object({
  service: z.enum(services),
  entity: texts.own().min(1).max(64),
  id: z.union([texts.own(), z.number()]),
  version: z.number().int().nullable(),
  modifiedAt: z.iso.datetime(),
  hash: texts.own().length(64),
  change: texts.own().min(1).max(100),
  data: z.record(texts.own(), texts.ownValue()),
});

const removing = new Set(['deleted', 'removed', 'cancelled']);

type Received = z.infer<typeof received>;
type MirrorEvent =
  | Event<'SourceMessageRecorded', Received>
  | Event<
      'SourceMessageIgnored',
      Omit<Received, 'change' | 'data'> & { readonly reason: 'sameVersion' | 'older' }
    >;

export const mirror = defineStream<Mirror, MirrorEvent>({
  name: 'mirror',
  events: {
    SourceMessageRecorded: true,
    SourceMessageIgnored: true,
  },
  area: 'core',
  state: 1,
  renamed: {
    SourceFactRecorded: 'SourceMessageRecorded',
    SourceFactIgnored: 'SourceMessageIgnored',
  },
  initial: () => ({ exists: false, version: null, modifiedAt: '', hash: '', removed: false, data: {} }),
  evolve: (state, event) => {
    if (event.type !== 'SourceMessageRecorded') return state;
    const { version, modifiedAt, hash, change, data } = event.data;
    return { exists: true, version, modifiedAt, hash, removed: removing.has(change), data };
  },
  commands: {
    record: command<Mirror, Received>({
      input: received,
      need: 'system',
      creates: true,
      decide: (state, message) => {
        if (!state.exists) return [{ type: 'SourceMessageRecorded', data: message }];
        const age = compareMessages(message, state);
        if (age === 'newer') return [{ type: 'SourceMessageRecorded', data: message }];
        if (age === 'same' && message.hash === state.hash) return refuse('messageKnown', 409);
        const { service, entity, id, version, modifiedAt, hash } = message;
        const reason = age === 'same' ? 'sameVersion' : 'older';
        return {
          events: [
            {
              type: 'SourceMessageIgnored',
              data: { service, entity, id, version, modifiedAt, hash, reason },
            },
          ],
          answer: { ignored: reason },
        };
      },
    }),
  },
  translations: translations({
    en: {
      messageKnown: 'That message is known already.',
      badSignature: 'The signature does not prove this message.',
      alreadyReplayed: 'This was replayed already, by {{by}}.',
      cannotReplay: 'It still cannot be taken: {{error}}',
      SourceMessageRecorded: 'Reported by a base service',
      SourceMessageIgnored: 'An older message was ignored',
    },
    es: {
      messageKnown: 'Ese mensaje ya se conoce.',
      badSignature: 'La firma no prueba este mensaje.',
      alreadyReplayed: 'Esto ya fue repetido por {{by}}.',
      cannotReplay: 'Todavía no se puede aceptar: {{error}}',
      SourceMessageRecorded: 'Comunicado por un servicio base',
      SourceMessageIgnored: 'Se ignoró un mensaje más antiguo',
    },
  }),
  story: [],
});
