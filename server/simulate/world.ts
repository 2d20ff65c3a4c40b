import { headOf } from '#shared/core/cut.ts';
import { services, type Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { resourceOf, sources } from '../sources/register.ts';
import type { Dice } from './dice.ts';
import { anotherSignup, newSignup } from './signup.ts';

/** The state of the nine services, each record with its last message; it changes by `step`. */
export interface World {
  /** Makes one change somewhere and returns its message. */
  step(now: number): SourceMessage;
  /** Makes one change of that kind. */
  change(service: Service, entity: string, now: number): SourceMessage;
  list(service: Service, path: string): readonly SourceMessage[];
  /** Customers stored by a command of the console, by sign-up. */
  readonly stored: Map<string, SourceMessage>;
  store(command: Readonly<Record<string, unknown>>, now: number): SourceMessage;
}

interface Reported {
  message: SourceMessage;
  rejected: boolean;
}

/** Gives each record a number of its own. */
function apart(data: Readonly<Record<string, unknown>>, id: number): Readonly<Record<string, unknown>> {
  return typeof data['vPhone'] === 'string'
    ? { vPhone: `${headOf(data['vPhone'], -5)}${String(id % 100_000).padStart(5, '0')}` }
    : {};
}

export function openWorld(dice: Dice, firstId: number): World {
  const things = new Map<string, Reported>();
  const stored = new Map<string, SourceMessage>();
  let nextId = firstId;
  const mirrored = services.flatMap((service) =>
    sources[service].resources
      .filter((resource) => resource.entity !== 'signup')
      .map((resource) => ({ service, entity: resource.entity })),
  );

  const deliver = (
    service: Service,
    entity: string,
    id: number,
    change: string,
    data: Readonly<Record<string, unknown>>,
    now: number,
  ): SourceMessage => {
    const key = `${service}:${entity}:${id}`;
    const version = (things.get(key)?.message.version ?? 0) + 1;
    const message: SourceMessage = {
      service,
      entity,
      id,
      version,
      modifiedAt: new Date(now).toISOString(),
      change,
      data,
    };
    things.set(key, { message, rejected: change === 'rejected' });
    return message;
  };

  const signup = (now: number): SourceMessage => {
    const open = [...things.values()]
      .filter((sent) => sent.message.entity === 'signup' && !sent.rejected)
      .slice(-20);
    if (open.length < 3 || dice.chance(0.7)) {
      nextId += 1;
      return deliver('customer', 'signup', nextId, 'submitted', newSignup(dice, now), now);
    }
    const { message } = dice.pick(open);
    const { change, data } = anotherSignup(dice, message.data);
    return deliver('customer', 'signup', Number(message.id), change, data, now);
  };

  /** The record of the example itself. */
  const begin = (service: Service, entity: string, now: number): SourceMessage => {
    const { example, id } = resourceOf(service, entity)!;
    return deliver(
      service,
      entity,
      Number(example.data[id]),
      example.change,
      { ...example.data, ...apart(example.data, Number(example.data[id])) },
      now,
    );
  };

  const change = (service: Service, entity: string, now: number): SourceMessage => {
    if (service === 'customer' && entity === 'signup') return signup(now);
    const resource = resourceOf(service, entity);
    if (!resource) throw new Error(`There is no ${service}.${entity}.`);
    const { under, id: key, example } = resource;
    // A record is not reported before its parent.
    if (under && !things.has(`${service}:${under.entity}:${String(example.data[under.id])}`))
      return begin(service, under.entity, now);
    const id = Number(example.data[key]) + dice.whole(0, 4);
    return deliver(
      service,
      entity,
      id,
      example.change,
      { ...example.data, [key]: id, ...apart(example.data, id), iModifiedBy: dice.whole(101, 199) },
      now,
    );
  };

  return {
    stored,
    change,
    step(now) {
      if (dice.chance(0.6)) return signup(now);
      const { service, entity } = dice.pick(mirrored);
      return change(service, entity, now);
    },
    list(service, path) {
      const resource = sources[service].resources.find((one) => one.path === path);
      if (!resource) return [];
      return [...things.values()]
        .filter(({ message }) => message.service === service && message.entity === resource.entity)
        .map(({ message }) => message)
        .sort((a, b) => Number(a.id) - Number(b.id));
    },
    store(command, now) {
      const key = String(command['iSignupId']);
      const before = stored.get(key);
      if (before) return before;
      nextId += 1;
      const message = deliver(
        'customer',
        'customer',
        50_000 + nextId,
        'stored',
        { ...command, iCustomerId: 50_000 + nextId },
        now,
      );
      stored.set(key, message);
      return message;
    },
  };
}
