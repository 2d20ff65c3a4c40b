import { addDays, businessDay, DAY_MS, yearOf } from '#shared/core/day.ts';
import { dice, type Dice } from '../simulate/dice.ts';
import { convertedLeads } from './leads.ts';
import type { DemoCommand } from './demo-command.ts';

/** One more is created by the sign-up that is completed while the demo is filled. */
const reported = 89;
/** Including the one of that sign-up, 121. */
const patientsReported = 120;
/** The customers of the demo's visits. */
const visited: ReadonlySet<number> = new Set([41, 42, 43, 44, 45, 46]);
/** Customers who have left, and how many days ago. */
const left: ReadonlyMap<number, number> = new Map([
  [4, 44],
  [17, 37],
  [29, 26],
  [38, 19],
  [52, 11],
  [61, 3],
]);

const towns: readonly (readonly [
  pooId: number,
  pincode: string,
  languages: string,
  names: string,
  streets: string,
])[] = [
  [1, '560011', 'kn en', 'Rao Gowda Hegde Iyengar', '30th Cross, Jayanagar|9th Main, 4th Block'],
  [1, '560041', 'kn hi', 'Shetty Murthy Patil Khan', '11th Main, Jayanagar|Pattabhirama Road'],
  [
    2,
    '560038',
    'en hi',
    'Fernandes Kapoor Thomas Begum',
    '100 Feet Road, Indiranagar|12th Main, Indiranagar',
  ],
  [3, '560066', 'kn en', 'Reddy Naidu Kurian Bhat', 'Palm Meadows, Whitefield|Inner Circle, Whitefield'],
  [4, '560102', 'kn ta', 'Swamy Pillai Ananth Ganesan', '27th Main, HSR Layout|Sector 2, HSR Layout'],
  [7, '500034', 'te hi', 'Rao Khanum Chary Sait', 'Road No. 12, Banjara Hills|Road No. 3, Banjara Hills'],
  [8, '500081', 'te en', 'Naidu Reddy Jahan Varma', 'Kavuri Hills, Madhapur|Ayyappa Society, Madhapur'],
  [10, '600017', 'ta en', 'Sundaram Rajan Chacko Iyer', 'Pondy Bazaar, T. Nagar|Usman Road, T. Nagar'],
  [
    11,
    '600020',
    'ta en',
    'Krishnan Natarajan Subramaniam Mathew',
    'Kasturba Nagar, Adyar|Gandhi Nagar, Adyar',
  ],
  [12, '411038', 'mr hi', 'Deshmukh Kulkarni Joshi Sheikh', 'Paud Road, Kothrud|Mayur Colony, Kothrud'],
];
const women =
  'Anasuya Bhavani Chitra Durga Eshwari Girija Hemavathi Indrani Jyothi Kalavathi Leelavathi Mangala Nirmala Pramila Radhika Saroja Tulasi Uma'.split(
    ' ',
  );
const men =
  'Anand Balakrishna Chandrappa Dattatreya Gururaj Harish Jayaram Keshav Laxman Mahadev Nagendra Omprakash Parthasarathy Raghuram Siddharth Tukaram'.split(
    ' ',
  );
const conditions = [
  'Type 2 diabetes',
  'Hypertension',
  'Hypothyroidism',
  'Dyslipidaemia',
  'Coronary artery disease',
  'Asthma',
  'Osteoarthritis',
  'Chronic kidney disease',
];
/** The agents of each place's customers. */
const agents: Readonly<Record<number, readonly number[]>> = {
  1: [101, 102],
  2: [101, 105],
  3: [102, 105],
  4: [102],
  7: [106],
  8: [106],
};

interface Person {
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly dob: string;
}
interface Customer extends Person {
  readonly id: number;
  readonly pooId: number;
  readonly pincode: string;
  readonly phone: string;
  readonly line: string;
  readonly language: string;
  readonly since: string;
  readonly reportedAt: number;
  readonly leadId: number | null;
}

const two = (n: number): string => String(n).padStart(2, '0');
const born = ({ whole }: Dice, from: number, to: number): string =>
  `${whole(from, to)}-${two(whole(1, 12))}-${two(whole(1, 28))}`;

function person({ pick, chance }: Dice, family: string, dob: string): Person {
  const gender = chance(0.55) ? ('female' as const) : ('male' as const);
  return { name: `${pick(gender === 'female' ? women : men)} ${family}`, gender, dob };
}

/**
 * The older customers of the last two years, as the customer service reported them on the first day, then
 * those who were leads.
 */
function customersOf(now: number, chance: Dice): Customer[] {
  const leads = convertedLeads(now);
  const older = reported - leads.length;
  const began = now - 58 * DAY_MS;
  const home = (at: number): (typeof towns)[number] =>
    visited.has(at) || chance.chance(0.25) ? towns[chance.whole(0, 1)]! : chance.pick(towns);
  return Array.from({ length: reported }, (_, n): Customer => {
    const id = n + 1;
    const lead = leads[n - older];
    const town = lead ? (towns.find(([, pincode]) => pincode === lead.pincode) ?? towns[0]!) : home(id);
    const [pooId, pincode, languages, families, streets] = town;
    const one = person(chance, chance.pick(families.split(' ')), born(chance, 1938, 1985));
    const reportedAt = lead ? lead.at + 4 * DAY_MS : began + id * 60_000;
    const days = Math.round(728 - (n * 665) / older - chance.whole(0, 6));
    return {
      ...one,
      id,
      line: `${chance.whole(1, 240)}, ${chance.pick(streets.split('|'))}`,
      language: chance.pick(languages.split(' ')),
      since: lead ? businessDay(reportedAt) : addDays(businessDay(now), -days),
      reportedAt,
      ...(lead
        ? {
            name: lead.name,
            phone: lead.phone,
            pincode: lead.pincode,
            pooId: lead.pooId,
            leadId: lead.leadId,
          }
        : { phone: String(5_550_120_000 + id), pincode, pooId, leadId: null }),
    };
  });
}

function customerOrder(customer: Customer, { pick, chance }: Dice): DemoCommand {
  const { id, reportedAt, leadId, line, pincode, ...parts } = customer;
  const agree = { given: true, version: '2026-01', channel: pick(['paper', 'phone', 'app'] as const) };
  const agent = agents[parts.pooId];
  const route =
    [1, 2, 3, 4].includes(parts.pooId) && chance(0.5)
      ? parts.pooId === 1 && chance(0.5)
        ? 5
        : parts.pooId
      : null;
  const input = {
    version: 1,
    modifiedAt: new Date(reportedAt).toISOString(),
    ...parts,
    email: chance(0.7) ? `${parts.name.replace(/[^A-Za-z]+/g, '.')}${id}@care.example`.toLowerCase() : null,
    altPhone: chance(0.15) ? String(5_550_130_000 + id) : null,
    address: { line, areaId: null, pincode, lat: null, lng: null },
    categoryId: pick([1, 1, 1, 2, 3]),
    rankId: pick([1, 2, 2, 3, 3, 3]),
    careTierId: pick([1, 2, 2, 3, 3]),
    agentId: agent && chance(0.6) ? pick(agent) : null,
    routeId: route,
    consents: {
      care: agree,
      dataProcessing: agree,
      calling: chance(0.85) ? agree : { ...agree, given: false },
    },
    exited: false,
    ...(leadId === null ? {} : { leadId }),
  };
  return { at: reportedAt, as: 0, stream: `customer-${id}`, command: 'receive', input, allotted: true };
}

/** Everybody is a patient of their own; some have a spouse or a parent. */
function patientCommands(customers: readonly Customer[], chance: Dice): DemoCommand[] {
  const also = new Set<number>();
  while (also.size < patientsReported - customers.length) also.add(chance.whole(1, customers.length));
  let number = 0;
  const reported = (customer: Customer, one: Person, relation: string, after: number): DemoCommand => ({
    at: customer.reportedAt + after,
    as: 0,
    stream: `patient-${(number += 1)}`,
    command: 'receive',
    allotted: true,
    input: {
      version: 1,
      modifiedAt: new Date(customer.reportedAt + after).toISOString(),
      customerId: customer.id,
      ...one,
      relation,
      diagnoses: chance.chance(0.3)
        ? [chance.pick(conditions), chance.pick(['Vitamin D deficiency', 'Anaemia'])]
        : [chance.pick(conditions)],
    },
  });
  return customers.flatMap((customer) => {
    const { name, gender, dob } = customer;
    const own = reported(customer, { name, gender, dob }, 'self', 1_000);
    if (!also.has(customer.id)) return [own];
    const parent = Number(yearOf(dob)) > 1968 && chance.chance(0.6);
    const family = name.slice(name.lastIndexOf(' ') + 1);
    const other: Person = parent
      ? person(chance, family, born(chance, 1936, 1950))
      : {
          ...person(chance, family, born(chance, 1940, 1984)),
          gender: gender === 'male' ? 'female' : 'male',
          name: `${chance.pick(gender === 'male' ? women : men)} ${family}`,
        };
    return [own, reported(customer, other, parent ? 'parent' : 'spouse', 2_000)];
  });
}

/** CU-000001 to CU-000089 with their patients, some of whom have left. */
export function demoCustomers(now: number): DemoCommand[] {
  const chance = dice(237);
  const customers = customersOf(now, chance);
  const exits = [...left].map(([id, daysAgo]): DemoCommand => {
    const at = now - daysAgo * DAY_MS;
    const input = {
      version: 2,
      modifiedAt: new Date(at).toISOString(),
      exited: true,
      exitedOn: businessDay(at),
    };
    return { at, as: 0, stream: `customer-${id}`, command: 'receive', input };
  });
  return [
    ...customers.map((one) => customerOrder(one, chance)),
    ...patientCommands(customers, chance),
    ...exits,
  ];
}
