import { isRefusal } from '#shared/core/refusal.ts';
import type { OpenHouse } from '../app.ts';
import { uuidOf } from '../jobs/asks.ts';
import type { DemoClock } from './demo-clock.ts';
import { firstAppointment } from './day.ts';
import { firstLead } from './leads.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import type { DemoOrder } from './order.ts';
import { demoFiles, demoPlan } from './plan.ts';
import { keepSampleFiles } from './sample-files.ts';

/**
 * Makes the demo organisation by real orders under a simulated clock, so that every rule holds in it. What policies ask for
 * in between is done in between, at its time. Broken off, it goes on from its beginning at the next start: orders that were given answer as
 * before. Throws when an order of the plan is refused: then the plan is wrong.
 */
export async function fillDemo(house: OpenHouse, clock: DemoClock): Promise<void> {
  const now = await beginning(house, clock.now());
  if (now === null) return;
  const names = new Map<string, string>();
  const plan = [...demoPlan(now)].sort((a, b) => a.at - b.at);
  try {
    for (const [kind, number] of firstNumbers) await house.numbers.reserve(kind, number - 1);
    for (const [n, planned] of plan.entries()) {
      clock.pretend(planned.at);
      // Nothing follows from a record of these, but that a lead became a customer; what came before them is settled by the next order that is none.
      const quiet = /^(master|lead|customer|patient|file)-/.test(planned.stream) && planned.input['leadId'] === undefined;
      if (!quiet) {
        await house.asks.sweep();
        await house.settled();
      }
      const order = named(planned, names);
      const person = order.as === 0 ? house.access.systemViewer('demo') : house.access.people.viewer(order.as, null);
      const viewer = person && order.noted ? { ...person, kind: 'system' as const } : person;
      if (!viewer) throw new Error(`Demo: employee ${order.as} may not come in (${order.stream} ${order.command}).`);
      const handled = await house.handle({
        stream: order.stream,
        command: order.command,
        input: order.input['code'] === 'outbox' ? { code: await newestCode(house) } : order.input,
        viewer,
        idempotencyKey: uuidOf(`demo:${n}`),
        correlationId: `demo-${n}`,
        ...(order.allotted ? { allotted: true } : {}),
        ...(order.versioned ? { expectedVersion: (await house.states.load(order.stream)).version } : {}),
      });
      if (isRefusal(handled) && handled.code !== order.refused)
        throw new Error(`Demo: ${order.stream} ${order.command} was refused: ${handled.code} ${JSON.stringify(handled.details ?? {})} ${handled.field ?? ''}`);
      if (order.name && !isRefusal(handled)) names.set(order.name, handled.id);
      if (!quiet) await house.settled();
    }
    await house.settled();
    clock.pretend(now);
    await house.asks.sweep();
    await house.settled();
    await Promise.all(demoAccounts.map((account) => house.access.setPassword(account.empId, demoPassword, { loginName: account.login, demo: true })));
    await keepSampleFiles(house, demoFiles(now));
    await house.views.save();
    await house.pool.query("insert into marks (name, value) values ('demoFilled', $1) on conflict do nothing", [new Date(now).toISOString()]);
  } finally {
    clock.release();
  }
}

/** The instant (ms) up to which the history is made: of this start, or of one that was broken off; null when it is there. */
async function beginning(house: OpenHouse, now: number): Promise<number | null> {
  const { rows } = await house.pool.query<{ name: string; value: string }>("select name, value from marks where name in ('demoBegun', 'demoFilled')");
  const marks = new Map(rows.map((row) => [row.name, row.value]));
  if (marks.has('demoFilled')) return null;
  const begun = marks.get('demoBegun');
  if (begun !== undefined) return Date.parse(begun);
  if (house.log.head() > 0) return null;
  await house.pool.query("insert into marks (name, value) values ('demoBegun', $1)", [new Date(now).toISOString()]);
  return now;
}

/** The fixed numbers that tests and the story rely on. */
const firstNumbers = [
  ['signup', 301],
  ['approval', 701],
  ['appointment', firstAppointment],
  ['lead', firstLead],
  ['customer', 90],
  ['patient', 200],
] as const;

function named(order: DemoOrder, names: ReadonlyMap<string, string>): DemoOrder {
  const fillIn = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => names.get(name) ?? whole);
  return { ...order, stream: fillIn(order.stream), input: JSON.parse(fillIn(JSON.stringify(order.input))) as DemoOrder['input'] };
}

/** The code of the newest message at the simulated SMS partner. */
async function newestCode(house: OpenHouse): Promise<string> {
  const { rows } = await house.pool.query<{ body: string }>("select body from outbox_messages where partner = 'sms' order by at desc limit 1");
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
}
