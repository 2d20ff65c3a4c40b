import { services, type Service } from '#shared/core/view.ts';
import type { SourceFact } from '#shared/wire.ts';
import { resourceOf, sources } from '../sources/register.ts';
import type { Dice } from './dice.ts';
import { anotherSignup, newSignup } from './signup.ts';

/** What the nine services know, each thing with its last fact; it changes by `step`. */
export interface World {
  /** Makes one change somewhere and tells it. */
  step(now: number): SourceFact;
  /** Makes one change of that kind. */
  change(service: Service, entity: string, now: number): SourceFact;
  list(service: Service, path: string): readonly SourceFact[];
  /** Customers stored by order of the console, by sign-up. */
  readonly stored: Map<string, SourceFact>;
  store(order: Readonly<Record<string, unknown>>, now: number): SourceFact;
}

interface Told {
  fact: SourceFact;
  rejected: boolean;
}

/** Each has a number of its own. */
function apart(data: Readonly<Record<string, unknown>>, id: number): Readonly<Record<string, unknown>> {
  return typeof data['vPhone'] === 'string' ? { vPhone: `${data['vPhone'].slice(0, -5)}${String(id % 100_000).padStart(5, '0')}` } : {};
}

export function openWorld(dice: Dice, firstId: number): World {
  const things = new Map<string, Told>();
  const stored = new Map<string, SourceFact>();
  let nextId = firstId;
  const mirrored = services.flatMap((service) =>
    sources[service].resources.filter((resource) => resource.entity !== 'signup').map((resource) => ({ service, entity: resource.entity })),
  );

  const tell = (service: Service, entity: string, id: number, change: string, data: Readonly<Record<string, unknown>>, now: number): SourceFact => {
    const key = `${service}:${entity}:${id}`;
    const version = (things.get(key)?.fact.version ?? 0) + 1;
    const fact: SourceFact = { service, entity, id, version, modifiedAt: new Date(now).toISOString(), change, data };
    things.set(key, { fact, rejected: change === 'rejected' });
    return fact;
  };

  const signup = (now: number): SourceFact => {
    const open = [...things.values()].filter((told) => told.fact.entity === 'signup' && !told.rejected).slice(-20);
    if (open.length < 3 || dice.chance(0.7)) {
      nextId += 1;
      return tell('customer', 'signup', nextId, 'submitted', newSignup(dice, now), now);
    }
    const { fact } = dice.pick(open);
    const { change, data } = anotherSignup(dice, fact.data);
    return tell('customer', 'signup', Number(fact.id), change, data, now);
  };

  /** The very thing of the example. */
  const begin = (service: Service, entity: string, now: number): SourceFact => {
    const { example, id } = resourceOf(service, entity)!;
    return tell(service, entity, Number(example.data[id]), example.change, { ...example.data, ...apart(example.data, Number(example.data[id])) }, now);
  };

  const change = (service: Service, entity: string, now: number): SourceFact => {
    if (service === 'customer' && entity === 'signup') return signup(now);
    const resource = resourceOf(service, entity);
    if (!resource) throw new Error(`There is no ${service}.${entity}.`);
    const { under, id: key, example } = resource;
    // Nothing is told of what belongs to something that nobody heard of yet.
    if (under && !things.has(`${service}:${under.entity}:${String(example.data[under.id])}`)) return begin(service, under.entity, now);
    const id = Number(example.data[key]) + dice.whole(0, 4);
    return tell(service, entity, id, example.change, { ...example.data, [key]: id, ...apart(example.data, id), iModifiedBy: dice.whole(101, 199) }, now);
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
        .filter(({ fact }) => fact.service === service && fact.entity === resource.entity)
        .map(({ fact }) => fact)
        .sort((a, b) => Number(a.id) - Number(b.id));
    },
    store(order, now) {
      const key = String(order['iSignupId']);
      const before = stored.get(key);
      if (before) return before;
      nextId += 1;
      const fact = tell('customer', 'customer', 50_000 + nextId, 'stored', { ...order, iCustomerId: 50_000 + nextId }, now);
      stored.set(key, fact);
      return fact;
    },
  };
}
