import { addDays, businessDay, instantOf, isSunday } from '#shared/core/day.ts';
import type { DispositionCode } from '#shared/streams/calls/call/dispositions.ts';
import { workday } from './holidays.ts';
import { calledLeads, freshLeads, leadReasons, twoNumbersLead } from './leads.ts';
import { demoReviews, type ScoredCall } from './reviews.ts';
import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;
const agents = [101, 102] as const;

interface Told {
  readonly status: 'answered' | 'no-answer' | 'busy' | 'failed';
  readonly code: DispositionCode;
  readonly notes?: string;
  /** Minutes from `now`, for a callback. */
  readonly nextIn?: number;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Outcomes of calls on earlier days, in turn. */
const usual: readonly Told[] = [
  { status: 'no-answer', code: 'RNR' },
  { status: 'answered', code: 'CALLBACK', notes: 'The daughter decides; she is in the evening', nextIn: 150 },
  {
    status: 'answered',
    code: 'NOT_INTERESTED',
    notes: 'Buys at the pharmacy nearby',
    more: { reasonId: leadReasons.nearby },
  },
  { status: 'busy', code: 'BUSY' },
  { status: 'answered', code: 'THINKING', notes: 'Wants to compare the prices of two medicines' },
  { status: 'answered', code: 'CALLBACK', notes: 'At work until five', nextIn: 330 },
  { status: 'no-answer', code: 'RNR' },
  {
    status: 'answered',
    code: 'ORDER_TAKEN',
    notes: 'Metformin and Telmisartan for a month; prescription by WhatsApp',
  },
];

/** Earlier days on which the agents called. */
function daysBefore(today: string, n: number): readonly string[] {
  const days: string[] = [];
  for (let day = addDays(today, -1); days.length < n; day = addDays(day, -1))
    if (!isSunday(day) && workday(day) === day) days.unshift(day);
  return days;
}

/**
 * Calls of the last days and of today, each from its claim to its disposition. `scale` shortens the minutes
 * of an early morning, as the plan does with its commands.
 */
export function demoCalls(now: number, scale: number): DemoCommand[] {
  const orders: DemoCommand[] = [];
  const scored: ScoredCall[] = [];
  let calls = 0;
  const give = (
    at: number,
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => void orders.push({ at, as, stream, command, input, ...more });
  const promised = (minutes: number): { readonly nextAt: string } | null => {
    const at = minutes < 0 ? now + minutes * minute * scale : now + minutes * minute;
    const day = businessDay(at);
    return workday(day) === day ? { nextAt: new Date(at).toISOString() } : null;
  };
  const call = (as: number, lead: number, at: number, emitted: Told, queue = 'pharma-lead-queue'): void => {
    calls += 1;
    const name = `K${calls}`;
    const next = emitted.nextIn === undefined ? null : promised(emitted.nextIn);
    // On a Sunday or a holiday nobody is promised a call.
    const ended: Told =
      emitted.nextIn !== undefined && next === null
        ? { ...emitted, code: 'THINKING', notes: emitted.notes ?? 'Asks to be called another day' }
        : emitted;
    const says = (status: string, after: number): void =>
      give(at + after, 0, `call-{${name}}`, 'providerSays', { status, providerCallId: `demo-${name}` });
    give(at, as, `queueitem-${queue}-${lead}`, 'claim');
    give(at + 5_000, as, 'call-new', 'placeCall', { subject: `lead-${lead}` }, { name });
    says(emitted.status, 12_000);
    if (emitted.status === 'answered') {
      says('completed', 95_000);
      give(at + 100_000, 0, `call-{${name}}`, 'attachRecording', {
        url: `simulated://recordings/{${name}}?seconds=83`,
        seconds: 83,
      });
    }
    const { code, notes, more } = ended;
    give(at + 110_000, as, `call-{${name}}`, 'dispositionCall', {
      code,
      ...(notes ? { notes } : {}),
      ...next,
      ...more,
    });
  };

  const days = daysBefore(businessDay(now), 3);
  const earlier = calledLeads(now);
  for (const [d, day] of days.entries()) {
    for (const agent of agents) give(instantOf(day, '09:40'), agent, `attendance-${agent}-${day}`, 'checkIn');
    const ofDay = earlier.filter((_lead, n) => n % days.length === d);
    for (const [n, lead] of ofDay.entries()) {
      const ended = usual[(n + d) % usual.length] ?? usual[0]!;
      call(agents[n % 2] ?? 101, lead.id, instantOf(day, '11:00') + n * 9 * minute, ended);
      if (ended.status === 'answered') scored.push({ name: `K${calls}`, evening: instantOf(day, '16:30') });
    }
    for (const agent of agents)
      give(instantOf(day, '18:20'), agent, `attendance-${agent}-${day}`, 'checkOut', { confirmed: true });
  }

  const today = (as: number, lead: number, ago: number, emitted: Told): void =>
    call(as, lead, now - ago * minute, emitted);
  const fixed = (appointmentId: number): Told => ({
    status: 'answered',
    code: 'SETUP_FIXED',
    more: { appointmentId },
  });
  today(101, 10_001, 300, fixed(2001));
  today(102, 10_005, 292, fixed(2002));
  today(101, 10_009, 284, fixed(2004));
  today(102, 10_021, 276, fixed(2007));
  today(101, 10_033, 268, fixed(2009));
  today(102, 10_002, 64, { status: 'answered', code: 'CALLBACK', notes: 'Having lunch', nextIn: 18 });
  today(101, 10_004, 60, {
    status: 'answered',
    code: 'CALLBACK',
    notes: 'The pharmacy nearby has closed; asks for prices',
    nextIn: 34,
  });
  today(102, 10_010, 56, { status: 'answered', code: 'CALLBACK', notes: 'In the bus', nextIn: 49 });
  today(101, 10_011, 52, { status: 'answered', code: 'CALLBACK', notes: 'In a meeting', nextIn: -12 });
  today(102, twoNumbersLead, 48, { status: 'failed', code: 'INVALID_NUMBER' });
  today(101, 10_012, 44, { status: 'no-answer', code: 'RNR' });
  today(102, 10_016, 40, { status: 'busy', code: 'BUSY' });
  today(101, 10_017, 36, { status: 'answered', code: 'THINKING', notes: 'Asks the son in Mysuru' });
  const fresh: readonly Told[] = [
    { status: 'answered', code: 'NOT_INTERESTED', more: { reasonId: leadReasons.tooDear } },
    { status: 'answered', code: 'COMPLAINT', notes: 'Was called twice yesterday by somebody else' },
    { status: 'no-answer', code: 'RNR' },
    { status: 'answered', code: 'CALLBACK', notes: 'Cooking', nextIn: 26 },
    { status: 'answered', code: 'DNC_REQUEST' },
    {
      status: 'answered',
      code: 'ORDER_TAKEN',
      notes: 'Two strips of Amlodipine and a glucometer; sends the prescription this evening',
    },
    { status: 'answered', code: 'CALLBACK', notes: 'Wants to have the prescription at hand', nextIn: 58 },
  ];
  freshLeads(now)
    .slice(0, fresh.length)
    .forEach(({ id }, n) => today(agents[n % 2] ?? 101, id, 30 - n * 4, fresh[n]!));
  // The team lead handled rows that passed their time limit before the agents arrived.
  for (const lead of [131, 5])
    give(now - 366 * minute, lead, `notice-${lead}`, 'clearAll', { upTo: 100_000 }, { refused: 'notFound' });
  return [...orders, ...demoReviews(scored, now)];
}
