import { addDays, businessDay, DAY_MS, instantOf } from '#shared/core/day.ts';
import { dice } from '../simulate/dice.ts';
import { workday } from './holidays.ts';
import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;
const hour = 60 * minute;
const agent1 = 101;
const agent2 = 102;
const teamLead = 131;

/**
 * The lead whose sign-up is SG-000302: completed, so the lead becomes a customer while the demo is filled.
 */
export const signedUpLead = 10_007;
/** The lead whose first number does not exist. */
export const twoNumbersLead = 10_036;
/** LD-010001 and so on. */
export const firstLead = 10_001;

const people: readonly (readonly [name: string, pincode: string, pooId: number])[] = [
  ['Mohan Rao', '560011', 1],
  ['Sarojini Hegde', '560041', 1],
  ['Basavaraj Patil', '560011', 1],
  ['Fathima Begum', '560038', 2],
  ['Girish Kamath', '560041', 1],
  ['Elizabeth Mathew', '560038', 2],
  ['Lakshmi Iyer', '560003', 1],
  ['Chandrashekar N', '560066', 3],
  ['Padma Venkatesh', '560011', 1],
  ['Yusuf Sait', '560102', 4],
  ['Rukmini Bai', '560041', 1],
  ['Nagaraj Gowda', '560011', 1],
  ['Sheela Fernandes', '560038', 2],
  ['Ramachandra Bhat', '560011', 1],
  ['Zubeida Khanum', '500034', 7],
  ['Srinivas Murthy', '560066', 3],
  ['Jayanthi Prabhu', '560041', 1],
  ['Prakash Naidu', '500081', 8],
  ['Kusuma Shankar', '560011', 1],
  ['Thomas Chacko', '600017', 10],
  ['Vasudha Kulkarni', '560041', 1],
  ['Abdul Rahim', '500034', 7],
  ['Meenakshi Sundaram', '600020', 11],
  ['Raghavendra Upadhya', '560011', 1],
  ['Savithri Ananth', '560102', 4],
  ['Devaraj Urs', '560041', 1],
  ['Gracy Pinto', '560038', 2],
  ['Shivakumar Swamy', '560011', 1],
  ['Noor Jahan', '500081', 8],
  ['Hemalatha Rajan', '600017', 10],
  ['Manjunath Reddy', '560066', 3],
  ['Sudha Acharya', '560011', 1],
  ['Venkatesh Pai', '560041', 1],
  ['Annapurna Deshmukh', '411038', 12],
  ['Irfan Pasha', '560038', 2],
  ['Bhagya Lakshmi', '560011', 1],
];
const sources = ['event', 'web', 'web', 'doctor', 'referral', 'walk-in'] as const;
const interests = ['pharmacy', 'care', 'pharmacy', 'apparel'] as const;

/** Leads with a story of their own; the other named ones arrived this hour. */
const storied: ReadonlySet<number> = new Set([
  ...Array.from({ length: 14 }, (_, n) => firstLead + n),
  10_016,
  10_017,
  10_019,
  10_021,
  10_024,
  10_033,
]);

/** Reasons for a loss, by the numbers that they have in every installation. */
export const leadReasons = {
  notInterested: 1,
  nearby: 2,
  tooDear: 3,
  elsewhere: 4,
  wrongNumber: 5,
  other: 6,
} as const;
const phoneOf = (id: number): string => String(5_550_111_000 + id - firstLead);
/** The origin of a lead by source: the camp's list, the web's list and campaign, the friends' campaign. */
const placed = (source: string): Readonly<Record<string, number>> =>
  source === 'event'
    ? { listId: 1 }
    : source === 'web'
      ? { listId: 2, campaignId: 1 }
      : source === 'referral'
        ? { campaignId: 2 }
        : {};

/** Leads of the story that are not called again: only they may stay with the campaign that has ended. */
const closed: ReadonlySet<number> = new Set([10_003, 10_008, 10_013, 10_014, 10_019]);

/**
 * The 176 leads of the last seven weeks: LD-010001 to LD-010036 with stories of their own, the others
 * generated. Most wait; some are lost, reopened or do not want calls; 25 became customers, one of them by
 * its sign-up.
 */
export function demoLeads(now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const give = (
    id: number,
    daysAgo: number,
    as: number,
    command: string,
    input: DemoCommand['input'],
  ): void => void commands.push({ at: now - daysAgo * DAY_MS, as, stream: `lead-${id}`, command, input });
  for (const [n, [name, pincode, pooId]] of people.entries()) {
    const id = firstLead + n;
    const source = sources[n % sources.length]!;
    give(
      id,
      storied.has(id) ? 50 - n * 1.35 - ((n % 7) * hour) / DAY_MS : ((8 + n * 3) * minute) / DAY_MS,
      0,
      'createLead',
      {
        name,
        phone: id === signedUpLead ? '5550100305' : phoneOf(id),
        pincode,
        pooId,
        source,
        interest: interests[n % interests.length],
        consent: n % 3 === 0 ? 'explicit' : 'inferred',
        ...(id === twoNumbersLead ? { altPhone: '5550111931' } : {}),
        ...(closed.has(id) || source !== 'referral' ? placed(source) : {}),
      },
    );
  }
  for (const [n, id] of [10_001, 10_002, 10_005, 10_009, 10_011, 10_012, 10_017, 10_021].entries())
    give(id, 2.5 - n * 0.1, teamLead, 'reassign', { ownerId: n % 2 === 0 ? agent1 : agent2 });
  for (const id of [10_002, 10_009, 10_016])
    give(id, 1.5, agent1, 'recordTouch', { source: 'web', note: 'Asked again through the web site' });
  // Lost: one long ago who returned and was reopened; one who returned too early, which a team lead may
  // reopen.
  give(10_004, 42, agent1, 'markLost', { reasonId: leadReasons.nearby });
  give(10_004, 4, agent2, 'recordTouch', { source: 'walk-in', note: 'The pharmacy nearby has closed' });
  give(10_006, 38, agent1, 'markLost', { reasonId: leadReasons.other, note: 'Wanted to think about it' });
  give(10_006, 20, agent2, 'recordTouch', { source: 'referral' });
  give(10_008, 9, agent2, 'markLost', { reasonId: leadReasons.elsewhere });
  give(10_014, 6, agent1, 'markLost', { reasonId: leadReasons.tooDear });
  give(10_019, 3, agent1, 'markLost', { reasonId: leadReasons.wrongNumber });
  // Do not call; one of them gave consent again.
  give(10_003, 30, agent1, 'markDnc', { reason: 'Asked not to be called again' });
  give(10_010, 28, agent2, 'markDnc', { reason: 'Complained about an earlier call' });
  give(10_010, 8, agent2, 'renewConsent', { channel: 'web', proof: 'Ticked the box on the enquiry form' });
  give(10_013, 5, agent1, 'markDnc', { reason: 'On the national list' });
  // Wants to be called in the evening.
  commands.push({
    at: now - 40 * minute,
    as: agent1,
    stream: 'lead-10032',
    command: 'setCallHours',
    input: { from: '17:00', to: '19:00' },
    versioned: true,
  });
  // The last campaign has ended.
  commands.push({
    at: now - campaignOver * DAY_MS,
    as: 1,
    stream: 'master-leadCampaignName-2',
    command: 'move',
    input: { action: 'pause' },
  });
  return [...commands, ...chanceLeads(now)];
}

const campaignOver = 1;
const lastLead = 10_176;
const firstNames =
  'Aarti Ashok Bharathi Chandrika Dinesh Eshwari Farida Ganesh Hamsa Indira Jagadish Kamala Lokesh Malathi Narayan Omkar Parvathi Rafiq Sharada Umesh'.split(
    ' ',
  );
const lastNames =
  'Achar Bhandary Chinnappa Dsilva Gokhale Hussain Jois Kadam Lobo Menon Nambiar Pillai Rangan Shenoy Tantry Varma'.split(
    ' ',
  );
const lost = (reasonId: number, note?: string) => ({
  command: 'markLost',
  input: { reasonId, ...(note ? { note } : {}) },
});
const silent = (reason: string) => ({ command: 'markDnc', input: { reason } });
const endings: readonly { readonly command: string; readonly input: DemoCommand['input'] }[] = [
  lost(leadReasons.notInterested),
  lost(leadReasons.nearby),
  silent('Asked not to be called again'),
  lost(leadReasons.tooDear),
  lost(leadReasons.notInterested),
  silent('On the national list'),
  lost(leadReasons.elsewhere),
  lost(leadReasons.wrongNumber),
  silent('Complained about calls'),
  lost(leadReasons.nearby),
  lost(leadReasons.other, 'A relative who is a pharmacist brings the medicines'),
  silent('Wrote that nobody may call'),
  lost(leadReasons.notInterested),
  lost(leadReasons.tooDear),
];

/** Leads that the customer service later reports as customers: with {@link signedUpLead} 25 of them. */
const becomes = (n: number): boolean => n % 10 === 7 || (n % 10 === 9 && n < 100);

/** The leads that become customers, in the sequence in which they began. */
export function convertedLeads(
  now: number,
): readonly { leadId: number; at: number; name: string; phone: string; pincode: string; pooId: number }[] {
  return chanceLeads(now)
    .flatMap(({ stream, at, command, input }, n) =>
      command === 'createLead' && becomes(Number(stream.slice(5)) - firstLead - people.length)
        ? [
            {
              ...(input as { name: string; phone: string; pincode: string; pooId: number }),
              leadId: Number(stream.slice(5)),
              at,
              n,
            },
          ]
        : [],
    )
    .sort((a, b) => a.at - b.at || a.n - b.n);
}

/** The number of leads called on earlier days. */
const calledBefore = 15;

/** The morning on which a lead of earlier days arrived: one of the last three working days. */
function firstCallDay(now: number, k: number): number {
  const days: string[] = [];
  for (let day = addDays(businessDay(now), -1); days.length < 3; day = addDays(day, -1))
    if (workday(day) === day) days.unshift(day);
  return instantOf(days[k % days.length] ?? businessDay(now), '10:05') + k * minute;
}

const idOf = ({ stream }: Pick<DemoCommand, 'stream'>): number => Number(stream.slice('lead-'.length));
const waiting = (now: number): readonly DemoCommand[] =>
  chanceLeads(now).filter(({ command, stream }) => command === 'createLead' && isPlain(idOf({ stream })));
const isPlain = (id: number): boolean => {
  const n = id - firstLead - people.length;
  return n % 10 !== 3 && !becomes(n);
};

/** Leads that the agents called on earlier days. */
export const calledLeads = (now: number): readonly { readonly id: number }[] =>
  waiting(now)
    .slice(0, calledBefore)
    .map((command) => ({ id: idOf(command) }));

/** Leads of the agents' places that arrived today and may be called, the longest waiting first. */
export const freshLeads = (now: number): readonly { readonly id: number }[] =>
  waiting(now)
    .slice(calledBefore)
    .filter(({ input }) => Number(input['pooId']) <= 4 && input['consent'] !== 'none')
    .toReversed()
    .map((command) => ({ id: idOf(command) }));

/**
 * LD-010037 to LD-010176: a pair of names each, the rest from seeded randomness; every tenth is closed, some
 * became customers.
 */
function chanceLeads(now: number): DemoCommand[] {
  const { pick, chance, next } = dice(237);
  let plain = 0;
  return Array.from({ length: lastLead - firstLead - people.length + 1 }, (_, n): DemoCommand[] => {
    const stream = `lead-${firstLead + people.length + n}`;
    const ending = n % 10 === 3 ? endings[(n - 3) / 10] : undefined;
    const begun = ending ? 8 + next() * 38 : chance(0.2) ? 0.3 + next() : 1.5 + next() * 46;
    const daysAgo = becomes(n) ? Math.max(begun, 8 + (n % 5)) : begun;
    const [, pincode, pooId] = pick(people);
    const source = pick([...sources, 'web', 'event', 'DSA', 'TPD', 'import'] as const);
    const input = {
      name: `${firstNames[n % firstNames.length]} ${lastNames[(n + Math.floor(n / firstNames.length)) % lastNames.length]}`,
      phone: phoneOf(firstLead + people.length + n),
      pincode,
      pooId,
      source,
      interest: pick(interests),
      consent: pick(['none', 'inferred', 'explicit']),
      ...(source === 'referral' && (daysAgo <= campaignOver || (!ending && !becomes(n)))
        ? {}
        : placed(source)),
    };
    const made: DemoCommand = { at: now - daysAgo * DAY_MS, as: 0, stream, command: 'createLead', input };
    // The agents of the demo work for Bengaluru; elsewhere the admin acts.
    const by = pooId <= 4 ? (n % 20 === 3 ? agent1 : agent2) : 1;
    if (ending) return [made, { at: made.at + hour, as: by, stream, ...ending }];
    if (becomes(n)) return [made];
    const k = plain++;
    // The agents have called some of the others; the rest arrived in the last two hours and wait for their
    // first call.
    return k < calledBefore
      ? [
          {
            ...made,
            at: firstCallDay(now, k),
            input: { ...input, pincode: '560041', pooId: 1 + (k % 4), consent: 'explicit' },
          },
        ]
      : [{ ...made, at: now - (4 + (k - calledBefore) * 1.3) * minute }];
  }).flat();
}
