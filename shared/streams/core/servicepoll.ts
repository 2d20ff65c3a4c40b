import { z } from 'zod';
import type { Fact } from '../../core/event.ts';
import type { Permission } from '../../core/permission.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import type { Service } from '../../core/view.ts';
import { words } from '../../core/words.ts';

/** How a reading of a service's lists that somebody asked for ended. */
const ended = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), items: z.int(), applied: z.int() }),
  z.object({ ok: z.literal(false), error: z.string().max(500) }),
]);
export type PollEnd = z.infer<typeof ended>;

/** Who asked a service last to be read at once, and what came of it. */
export interface ServicePoll {
  readonly askedBy: string | null;
  readonly askedAt: string | null;
  readonly endedAt: string | null;
  readonly end: PollEnd | null;
}

/** Between two askings of one service. */
const restMs = 30_000;
/** A reading that has not ended by then was lost with its node. */
const lostMs = 10 * 60_000;

export const everyService: Permission = 'Dashboard/integrations:edit';
/** Who may have one service read without being an operator: whoever keeps the records that it brings. */
export const keepers: Readonly<Partial<Record<Service, Permission>>> = { employee: 'Masters/emplist:edit' };

export const noPoll: ServicePoll = { askedBy: null, askedAt: null, endedAt: null, end: null };

/** Whether a reading that was asked for is still to end. */
export function isPolling({ askedAt, endedAt }: ServicePoll, now: number): boolean {
  return askedAt !== null && endedAt === null && now - Date.parse(askedAt) < lostMs;
}

export function evolvePoll(state: ServicePoll, { type, at, actor, data }: Fact): ServicePoll {
  if (type === 'ServicePollAsked') return { askedBy: actor.name, askedAt: at, endedAt: null, end: null };
  if (type === 'ServicePollEnded') return { ...state, endedAt: at, end: data as PollEnd };
  return state;
}

/** A base service outside, read at once because a person asks: `servicepoll-employee`. The node that reads the services hears it and says how it ended. */
export const servicepoll = defineStream<ServicePoll>({
  name: 'servicepoll',
  area: 'core',
  state: 1,
  initial: () => noPoll,
  evolve: evolvePoll,
  visible: (_state, viewer) => viewer.kind !== 'device',
  commands: {
    ask: command<ServicePoll, object>({
      input: z.strictObject({}),
      need: [everyService, ...Object.values(keepers)],
      creates: true,
      decide: (state, _input, ctx) => {
        const keeper = keepers[ctx.id as Service];
        if (!ctx.may(everyService) && !(keeper && ctx.may(keeper))) return refuse('forbidden', 403, { permission: keeper ?? everyService });
        if (ctx.prepared?.outside !== true) return refuse('serviceInside', 422);
        if (isPolling(state, ctx.now)) return refuse('pollRuns', 409, { by: state.askedBy ?? '' });
        const waits = state.askedAt === null ? 0 : Date.parse(state.askedAt) + restMs - ctx.now;
        if (waits > 0) return refuse('pollJustAsked', 429, { by: state.askedBy ?? '', seconds: Math.ceil(waits / 1_000) });
        return [{ type: 'ServicePollAsked', data: {} }];
      },
    }),
    end: command<ServicePoll, PollEnd>({
      input: ended,
      need: 'system',
      decide: (state, end) => (state.askedAt === null || state.endedAt !== null ? [] : [{ type: 'ServicePollEnded', data: end }]),
    }),
  },
  words: words({
    en: {
      serviceInside: 'This service is part of the house: its records are here, there is nobody outside to ask.',
      pollRuns: '{{by}} asked already, and it is being read now.',
      pollJustAsked: '{{by}} asked a moment ago. Ask again in {{seconds}} s.',
      ServicePollAsked: 'Reading at once asked for',
      ServicePollEnded: 'Read',
    },
    es: {
      serviceInside: 'Este servicio es parte de la casa: sus registros están aquí, no hay nadie fuera a quien preguntar.',
      pollRuns: '{{by}} ya lo pidió y se está leyendo ahora.',
      pollJustAsked: '{{by}} lo pidió hace un momento. Pídalo de nuevo en {{seconds}} s.',
      ServicePollAsked: 'Se pidió leer ahora',
      ServicePollEnded: 'Leído',
    },
  }),
  story: [],
});
