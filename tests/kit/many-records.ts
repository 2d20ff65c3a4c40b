import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import { writeBody } from '#server/store/event-row.ts';

/** A seeded stream of whole numbers below `n`: the same seed gives the same records on every machine. */
function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const stems = [
  'Paracet',
  'Aceclo',
  'Metfor',
  'Glime',
  'Sitag',
  'Telmi',
  'Amlo',
  'Atorva',
  'Rosuva',
  'Panto',
  'Rabe',
  'Cefix',
  'Azi',
  'Monte',
  'Cetiri',
  'Salbu',
  'Escita',
  'Thyro',
  'Losar',
  'Clopi',
];
const firsts = [
  'Anitha',
  'Suresh',
  'Farhan',
  'Meena',
  'Rahul',
  'Lakshmi',
  'Joseph',
  'Kavitha',
  'Imran',
  'Deepa',
  'Harpreet',
  'Shalini',
  'Prakash',
  'Nandini',
  'Venkatesh',
  'Asha',
  'Rukmini',
  'Sanjay',
  'Fatima',
  'Gopal',
];
const lasts = [
  'Rao',
  'Babu',
  'Ali',
  'Krishnan',
  'Deshpande',
  'Narayanan',
  "D'Souza",
  'Reddy',
  'Sheikh',
  'Kulkarni',
  'Singh',
  'Iyer',
  'Gowda',
  'Shetty',
  'Murthy',
  'Pillai',
  'Patil',
  'Nair',
  'Khan',
  'Joshi',
];
const forms = ['TAB', 'CAP', 'SYP', 'INJ', 'CRM'] as const;

type Plain = Pick<StoredEvent, 'stream' | 'version' | 'type' | 'data'>;

function product(id: number, roll: (n: number) => number): Plain {
  const form = forms[roll(forms.length)]!;
  const fields = {
    vCode: `P${String(id).padStart(6, '0')}`,
    vName: `${stems[roll(stems.length)]}-ZD ${form} ${(roll(200) + 1) * 5} no ${id}`,
    vKind: 'PHARMA',
    vForm: form,
    iPackSize: 1 + roll(30),
    bLooseSale: roll(2),
    iManufacturerId: 1 + roll(10),
    iCategoryId: 1,
    vHsn: '3004',
    vGstClass: 'MED',
    nReferenceMrpPaise: 500 + roll(900_000),
    schedules: [roll(2) ? 'H' : 'none'],
    vStorage: roll(20) ? 'AMBIENT' : 'COLD',
    bReturnable: 1,
    composition: [{ iMoleculeId: 1 + roll(20), nStrength: 5 + roll(995), vUnit: 'mg' }],
  };
  return {
    stream: `master-product-${id}`,
    version: 1,
    type: 'MasterRecordCreated',
    data: { kind: 'product', id, fields, iStatus: 1, stage: 'active' },
  };
}

function employee(empId: number, roll: (n: number) => number): Plain {
  const [firstName, lastName] = [firsts[roll(firsts.length)]!, lasts[roll(lasts.length)]!];
  return {
    stream: `employee-${empId}`,
    version: 1,
    type: 'EmployeeCreated',
    data: {
      empId,
      firstName,
      lastName,
      phone: `555${String(empId).padStart(7, '0')}`,
      email: `e${empId}@care.example`,
      affiliate: roll(30) === 0,
      designationId: [9, 11, 19, 79, 110, 114, 115][roll(7)],
      roleId: null,
      managerId: 5,
      pooId: 1 + roll(12),
      joiningDate: `20${15 + roll(11)}-0${1 + roll(9)}-1${roll(9)}`,
      languages: ['en'],
    },
  };
}

/**
 * Appends that many employees and products to the log as the server does, positions and chain included,
 * numbered above those of the demo. The views catch up by themselves: wait for `rows.reached(position)`.
 * Returns the last position.
 */
export async function writeManyRecords(
  pool: Pool,
  counts: { employees: number; products: number },
  seed = 237,
): Promise<number> {
  const roll = dice(seed);
  let position = 0;
  let n = 0;
  const write = async (events: readonly Plain[]): Promise<void> => {
    const at = new Date(Date.UTC(2026, 10, 1) + n * 10).toISOString();
    const rows = events.map((event) => [
      event.stream,
      event.version,
      `MANY${String((n += 1)).padStart(22, '0')}`,
      streamName(event.stream),
      event.type,
      at,
      writeBody({
        ...event,
        actor: { kind: 'system', empId: null, name: 'generator' },
        correlationId: 'many',
        causationId: null,
      }),
    ]);
    const { rows: answers } = await pool.query<{ r: unknown[][] }>('select append_group($1::jsonb) as r', [
      JSON.stringify([[null, null, null, null, [], rows]]),
    ]);
    position = Number(answers[0]!.r[0]![0]);
  };
  const batch = 1_000;
  for (const [count, make, from] of [
    [counts.employees, employee, 100_001],
    [counts.products, product, 100_001],
  ] as const) {
    for (let i = 0; i < count; i += batch)
      await write(Array.from({ length: Math.min(batch, count - i) }, (_, k) => make(from + i + k, roll)));
  }
  await pool.query(
    "insert into numbers (kind, next) values ('master-product', $1), ('employee', $2) on conflict (kind) do update set next = greatest(numbers.next, excluded.next)",
    [100_001 + counts.products, 100_001 + counts.employees],
  );
  return position;
}
