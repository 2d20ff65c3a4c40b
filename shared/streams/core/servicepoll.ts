import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import type { Permission } from '../../core/permission.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import type { Service } from '../../core/view.ts';
import { translations } from '../../core/translations.ts';

/** Outcome of a requested poll. */
const ended = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), items: z.int(), applied: z.int() }),
  z.object({ ok: z.literal(false), error: texts.own().max(500) }),
]);
export type PollEnd = z.infer<typeof ended>;

/** The latest requested poll of a base service and its outcome. */
export interface ServicePoll {
  readonly askedBy: string | null;
  readonly askedAt: string | null;
  readonly endedAt: string | null;
  readonly end: PollEnd | null;
}

type ServicePollEvent = Event<'ServicePollRequested', object> | Event<'ServicePollEnded', PollEnd>;

/** Minimum time between two requested polls of one service. */
const restMs = 30_000;
/** A poll that has not ended by then was lost with its node. */
const lostMs = 10 * 60_000;

export const everyService: Permission = 'Dashboard/integrations:edit';
/**
 * Rights, besides the operator's, that allow polling a service: those of the people who maintain its records.
 */
export const keepers: Readonly<Partial<Record<Service, Permission>>> = { employee: 'Masters/emplist:edit' };

export const noPoll: ServicePoll = { askedBy: null, askedAt: null, endedAt: null, end: null };

/** Whether a requested poll is still running. */
export function isPolling({ askedAt, endedAt }: ServicePoll, now: number): boolean {
  return askedAt !== null && endedAt === null && now - Date.parse(askedAt) < lostMs;
}

export function evolvePoll(
  state: ServicePoll,
  { type, at, actor, data }: RecordedEventOf<ServicePollEvent>,
): ServicePoll {
  if (type === 'ServicePollRequested') return { askedBy: actor.name, askedAt: at, endedAt: null, end: null };
  if (type === 'ServicePollEnded') return { ...state, endedAt: at, end: data };
  return state;
}

/**
 * A poll of a base service requested by a person: `servicepoll-employee`. The node that polls the services
 * runs it and records the outcome.
 */
export const servicepoll = defineStream<ServicePoll, ServicePollEvent>({
  name: 'servicepoll',
  events: {
    ServicePollRequested: true,
    ServicePollEnded: true,
  },
  area: 'core',
  state: 1,
  initial: () => noPoll,
  renamed: { ServicePollAsked: 'ServicePollRequested' },
  evolve: evolvePoll,
  visible: (_state, viewer) => viewer.kind !== 'device',
  commands: {
    request: command<ServicePoll, object>({
      input: z.strictObject({}),
      need: [everyService, ...Object.values(keepers)],
      creates: true,
      decide: (state, _input, ctx) => {
        const keeper = keepers[ctx.id as Service];
        if (!ctx.may(everyService) && !(keeper && ctx.may(keeper)))
          return refuse('forbidden', 403, { permission: keeper ?? everyService });
        if (ctx.prepared?.outside !== true) return refuse('serviceInside', 422);
        if (isPolling(state, ctx.now)) return refuse('pollRuns', 409, { by: state.askedBy ?? '' });
        const waits = state.askedAt === null ? 0 : Date.parse(state.askedAt) + restMs - ctx.now;
        if (waits > 0)
          return refuse('pollJustRequested', 429, {
            by: state.askedBy ?? '',
            seconds: Math.ceil(waits / 1_000),
          });
        return [{ type: 'ServicePollRequested', data: {} }];
      },
    }),
    end: command<ServicePoll, PollEnd>({
      input: ended,
      need: 'system',
      decide: (state, end) =>
        state.askedAt === null || state.endedAt !== null ? [] : [{ type: 'ServicePollEnded', data: end }],
    }),
  },
  translations: translations({
    en: {
      serviceInside: 'This service is embedded: its records are here, there is nothing to poll.',
      pollRuns: '{{by}} requested it already; the read is in progress.',
      pollJustRequested: '{{by}} requested it a moment ago. Try again in {{seconds}} s.',
      ServicePollRequested: 'Immediate read requested',
      ServicePollEnded: 'Read',
    },
    es: {
      serviceInside:
        'Este servicio está integrado: sus registros están aquí, no hay nada que consultar fuera.',
      pollRuns: '{{by}} ya lo solicitó; la lectura está en curso.',
      pollJustRequested: '{{by}} lo solicitó hace un momento. Inténtelo de nuevo en {{seconds}} s.',
      ServicePollRequested: 'Lectura inmediata solicitada',
      ServicePollEnded: 'Leído',
    },
  }),
  story: [],
});
