import { cutText } from '#shared/core/cut.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { unscanned } from '#shared/streams/delivery/parcel/parcel-label.ts';
import type { IncentiveState } from '#shared/streams/money/incentive/state.ts';
import { dueInAdvance } from '#shared/streams/sales/order/advance.ts';
import type { OrderState } from '#shared/streams/sales/order/state.ts';
import type { OpenServer } from '../app.ts';
import { uuidOf } from '../jobs/reactions.ts';
import type { DemoClock } from './demo-clock.ts';
import { firstAppointment } from './day.ts';
import { firstLead } from './leads.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import type { DemoCommand } from './demo-command.ts';
import { demoFiles, demoPlan } from './plan.ts';
import { firstPrescription } from './prescriptions.ts';
import { firstBarcode } from './receipts.ts';
import { demoServiceCalls } from './service-calls.ts';
import { keepSampleFiles } from './sample-files.ts';

/**
 * Creates the demo organisation through real commands under a simulated clock, so that every rule holds in
 * it. Reactions of policies run in between, at their time. After an interruption the next start begins
 * again: repeated commands are answered as before. Throws when a command of the plan is refused: then the
 * plan is wrong.
 */
export async function fillDemo(server: OpenServer, clock: DemoClock): Promise<void> {
  const now = await beginning(server, clock.now());
  if (now === null) return;
  const names = new Map<string, string>();
  // Decisions of the plan check these files, so they are stored first.
  await keepSampleFiles(server, demoFiles(now));
  server.telephony.play(false);
  const plan = [...demoPlan(now)].sort((a, b) => a.at - b.at);
  try {
    for (const [kind, number] of firstNumbers) await server.numbers.reserve(kind, number - 1);
    for (const [n, planned] of plan.entries()) {
      clock.pretend(planned.at);
      // Their only consequence is that a lead became a customer; earlier reactions are settled with the next
      // other command.
      const quiet =
        /^(master|lead|customer|patient|file|phx|assessment)-/.test(planned.stream) &&
        planned.input['leadId'] === undefined;
      if (!quiet) {
        await server.reactions.sweep();
        await server.settled();
      }
      const command = named(planned, names);
      const person =
        command.as === 0 ? server.access.systemViewer('demo') : server.access.people.viewer(command.as, null);
      const viewer = person && command.noted ? { ...person, kind: 'system' as const } : person;
      if (!viewer)
        throw new Error(
          `Demo: employee ${command.as} may not come in (${command.stream} ${command.command}).`,
        );
      const handled = await server.handle({
        stream: command.stream,
        command: command.command,
        input: await withNumber(
          server,
          await withDue(server, command.stream, await withCode(server, command.input)),
        ),
        viewer,
        idempotencyKey: uuidOf(`demo:${n}`),
        correlationId: `demo-${n}`,
        ...(command.allotted ? { allotted: true } : {}),
        ...(command.versioned ? { expectedVersion: (await server.states.load(command.stream)).version } : {}),
      });
      if (isRefusal(handled) && handled.code !== command.refused)
        throw new Error(
          `Demo: ${command.stream} ${command.command} was refused: ${handled.code} ${JSON.stringify(handled.details ?? {})} ${handled.field ?? ''} of ${cutText(JSON.stringify(command.input), 300)}`,
        );
      if (command.name && !isRefusal(handled)) names.set(command.name, handled.id);
      if (command.answered && !isRefusal(handled))
        names.set(
          command.answered.name,
          String(new Map(Object.entries(handled)).get(command.answered.field)),
        );
      if (!quiet) await server.settled();
      if (command.request) {
        const { state } = (await server.states.load(command.requestOn ?? command.stream)) as {
          state: {
            readonly approvalId?: number | null;
            readonly pending?: { readonly approvalId: number | null };
          };
        };
        names.set(command.request, String(state.approvalId ?? state.pending?.approvalId ?? null));
      }
    }
    await server.settled();
    clock.pretend(now);
    await server.reactions.sweep();
    await server.settled();
    await Promise.all(
      demoAccounts.map((account) =>
        server.access.setPassword(account.empId, demoPassword, { loginName: account.login, demo: true }),
      ),
    );
    for (const call of demoServiceCalls(now)) server.sources.calls.note(call);
    await server.sources.calls.flush(true);
    await server.views.save();
    await server.pool.query(
      "insert into marks (name, value) values ('demoFilled', $1) on conflict do nothing",
      [new Date(now).toISOString()],
    );
  } finally {
    clock.release();
    server.telephony.play(true);
  }
}

/**
 * The instant (ms) up to which the history is made: of this start, or of an interrupted one; null when it is
 * complete.
 */
async function beginning(server: OpenServer, now: number): Promise<number | null> {
  const { rows } = await server.pool.query<{ name: string; value: string }>(
    "select name, value from marks where name in ('demoBegun', 'demoFilled')",
  );
  const marks = new Map(rows.map((row) => [row.name, row.value]));
  if (marks.has('demoFilled')) return null;
  const begun = marks.get('demoBegun');
  if (begun !== undefined) return Date.parse(begun);
  if (server.log.head() > 0) return null;
  await server.pool.query("insert into marks (name, value) values ('demoBegun', $1)", [
    new Date(now).toISOString(),
  ]);
  return now;
}

/** The fixed numbers that tests and the story rely on. */
const firstNumbers = [
  ['signup', 301],
  ['approval', 701],
  ['appointment', firstAppointment],
  ['lead', firstLead],
  ['barcode', firstBarcode],
  ['customer', 90],
  ['patient', 200],
  ['prescription', firstPrescription],
] as const;

function named(command: DemoCommand, names: ReadonlyMap<string, string>): DemoCommand {
  const fillIn = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => names.get(name) ?? whole);
  return {
    ...command,
    stream: fillIn(command.stream),
    ...(command.requestOn ? { requestOn: fillIn(command.requestOn) } : {}),
    input: JSON.parse(fillIn(JSON.stringify(command.input))) as DemoCommand['input'],
  };
}

/**
 * `label:pick-3:p1` instead of a code is the label of that line. `outbox` instead of a code is the newest one
 * of the simulated SMS partner; `outbox:Your code` the newest whose message begins with that text.
 */
async function withCode(server: OpenServer, input: DemoCommand['input']): Promise<DemoCommand['input']> {
  const asked = /^label:([a-z]+-\d+):(\w+)$/.exec(typeof input['code'] === 'string' ? input['code'] : '');
  if (asked?.[1]) {
    const { state } = (await server.states.load(asked[1])) as {
      state: { readonly lines: readonly { readonly id: string; readonly label: string }[] };
    };
    return { ...input, code: state.lines.find(({ id }) => id === asked[2])?.label ?? '' };
  }
  const found = /^outbox(?::(.+))?$/.exec(typeof input['code'] === 'string' ? input['code'] : '');
  if (!found) return input;
  const { rows } = await server.pool.query<{ body: string }>(
    "select body from outbox_messages where partner = 'sms' and starts_with(body, $1) order by at desc limit 1",
    [found[1] ?? ''],
  );
  return { ...input, code: /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '' };
}

/**
 * `due` instead of an amount is the sum that the customer of that parcel owes on delivery, what can be paid in advance for that order,
 * or the pending payment by a link; `balance` is the balance of that account, and `waiting` its adjustment that waits; `all` labels are those of the
 * parcel.
 */
async function withDue(
  server: OpenServer,
  stream: string,
  input: DemoCommand['input'],
): Promise<DemoCommand['input']> {
  if (input['paise'] === 'balance' || input['adjustmentId'] === 'waiting') {
    const { balancePaise, waiting } = (await server.states.load(stream)).state as IncentiveState;
    return input['paise'] === 'balance'
      ? { ...input, paise: balancePaise }
      : { ...input, adjustmentId: waiting?.adjustmentId ?? '' };
  }
  if (input['paise'] === 'due' && stream.startsWith('order-'))
    return { ...input, paise: dueInAdvance((await server.states.load(stream)).state as OrderState) };
  if (input['paise'] === 'due') {
    const { state } = (await server.states.load(stream)) as {
      state: { readonly attempts: readonly { readonly paise: number }[] };
    };
    return { ...input, paise: state.attempts.at(-1)?.paise ?? 0 };
  }
  if (input['labels'] === 'all') {
    const { state } = (await server.states.load(stream)) as { state: Parameters<typeof unscanned>[0] };
    return { ...input, labels: unscanned(state, []) };
  }
  const cod = input['cod'] as { readonly paise?: unknown } | undefined;
  if (cod?.paise !== 'due') return input;
  const { state } = (await server.states.load(stream)) as { state: { readonly codDuePaise: number } };
  return { ...input, cod: { ...cod, paise: state.codDuePaise } };
}

/** `number:order-7` instead of an order or invoice is the number given to it; a sale's invoice is named by `number:dc-7`. */
async function withNumber(server: OpenServer, input: DemoCommand['input']): Promise<DemoCommand['input']> {
  for (const field of ['order', 'invoice']) {
    const asked = /^number:((?:order|dc)-\d+)$/.exec(typeof input[field] === 'string' ? input[field] : '');
    if (!asked?.[1]) continue;
    const { state } = (await server.states.load(asked[1])) as {
      state: { readonly number: string; readonly header: { readonly invoiceNumber?: string } };
    };
    return { ...input, [field]: state.header.invoiceNumber ?? state.number };
  }
  return input;
}
