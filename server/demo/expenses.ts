import { addDays, businessDay, DAY_MS, isSunday } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';

const minute = 60_000;
const [pooja, arun, lead, accounts] = [151, 152, 131, 182];

interface Spent {
  readonly name: string;
  readonly by: number;
  readonly daysAgo: number;
  readonly category: string;
  readonly rupees?: number;
  readonly km?: number;
  readonly note: string;
  /** Its current stage. */
  readonly to: 'draft' | 'submitted' | 'accounts' | 'approved' | 'paid' | 'rejected';
  /** The amount to which the team lead lowered it, in rupees. */
  readonly lowered?: number;
}

const spent: readonly Spent[] = [
  {
    name: 'E1',
    by: pooja,
    daysAgo: 12,
    category: 'twoWheeler',
    km: 38.5,
    note: 'Visits in Jayanagar',
    to: 'paid',
  },
  {
    name: 'E2',
    by: pooja,
    daysAgo: 11,
    category: 'food',
    rupees: 140,
    note: 'Lunch between visits',
    to: 'paid',
  },
  {
    name: 'E3',
    by: arun,
    daysAgo: 11,
    category: 'twoWheeler',
    km: 52,
    note: 'Visits in Banashankari',
    to: 'paid',
  },
  { name: 'E4', by: arun, daysAgo: 10, category: 'phone', rupees: 199, note: 'Data pack', to: 'paid' },
  {
    name: 'E5',
    by: pooja,
    daysAgo: 9,
    category: 'publicTransport',
    rupees: 85,
    note: 'Metro to the camp',
    to: 'approved',
  },
  {
    name: 'E6',
    by: pooja,
    daysAgo: 8,
    category: 'food',
    rupees: 390,
    note: 'Team lunch',
    to: 'approved',
    lowered: 300,
  },
  {
    name: 'E7',
    by: arun,
    daysAgo: 8,
    category: 'twoWheeler',
    km: 61.2,
    note: 'Visits in HSR Layout',
    to: 'approved',
  },
  {
    name: 'E8',
    by: arun,
    daysAgo: 7,
    category: 'other',
    rupees: 120,
    note: 'Photocopies of forms',
    to: 'rejected',
  },
  {
    name: 'E9',
    by: pooja,
    daysAgo: 5,
    category: 'twoWheeler',
    km: 44,
    note: 'Visits in Jayanagar',
    to: 'accounts',
  },
  {
    name: 'E10',
    by: arun,
    daysAgo: 5,
    category: 'food',
    rupees: 155,
    note: 'Lunch between visits',
    to: 'accounts',
  },
  {
    name: 'E11',
    by: pooja,
    daysAgo: 2,
    category: 'twoWheeler',
    km: 96,
    note: 'Visits in Whitefield and back',
    to: 'submitted',
  },
  {
    name: 'E12',
    by: pooja,
    daysAgo: 2,
    category: 'food',
    rupees: 180,
    note: 'Lunch in Whitefield',
    to: 'submitted',
  },
  {
    name: 'E13',
    by: arun,
    daysAgo: 1,
    category: 'publicTransport',
    rupees: 240,
    note: 'Taxi, the bus did not come',
    to: 'submitted',
  },
  { name: 'E14', by: arun, daysAgo: 1, category: 'phone', rupees: 99, note: 'Data pack', to: 'submitted' },
  {
    name: 'E15',
    by: pooja,
    daysAgo: 1,
    category: 'food',
    rupees: 130,
    note: 'Lunch between visits',
    to: 'draft',
  },
];

const workedBefore = (now: number, daysAgo: number): string => {
  const day = addDays(businessDay(now), -daysAgo);
  return isSunday(day) ? addDays(day, -1) : day;
};
const receiptOf = (name: string): string => sampleFileId('receipt', Number(name.slice(1)));
const needsReceipt = ({ rupees = 0 }: Spent): boolean => rupees > 200;
const fileOf = (one: Spent): SampleFile => ({
  id: receiptOf(one.name),
  name: 'receipt SAMPLE.png',
  mime: 'image/png',
  bytes: sampleSheet('receipt', Number(one.name.slice(1))),
  by: one.by,
  for: 'expense',
});

/** Receipts of the demo's expenses. */
export const expenseFiles = (): readonly SampleFile[] => spent.filter(needsReceipt).map(fileOf);

/**
 * Expenses of the field staff in the last days: paid, approved, with accounts, waiting for the team lead, one
 * still a draft.
 */
export function demoExpenses(now: number): DemoCommand[] {
  return spent.flatMap((one, n): DemoCommand[] => {
    const at = now - one.daysAgo * DAY_MS + 8 * 60 * minute + n * minute;
    const stream = `expense-{${one.name}}`;
    const request = `approval-{${one.name}approval}`;
    const receipts = needsReceipt(one) ? [receiptOf(one.name)] : [];
    const amount = one.km === undefined ? { paise: (one.rupees ?? 0) * 100 } : { km: one.km };
    const { category, note } = one;
    const commands: DemoCommand[] = receipts.map((id) => {
      const { name, mime, bytes } = fileOf(one);
      return {
        at: at - minute,
        as: one.by,
        noted: true,
        stream: `file-${id}`,
        command: 'keep',
        input: { name, mime, bytes: bytes.length, sha256: sha256Of(bytes) },
      };
    });
    commands.push({
      at,
      as: one.by,
      stream: 'expense-new',
      command: 'draft',
      input: { spentOn: workedBefore(now, one.daysAgo), category, ...amount, note, receipts },
      name: one.name,
    });
    if (one.to === 'draft') return commands;
    commands.push({
      at: at + minute,
      as: one.by,
      stream,
      command: 'submit',
      input: {},
      request: `${one.name}approval`,
    });
    const decide = (as: number, later: number, command: string, input: DemoCommand['input']): void =>
      void commands.push({ at: at + later * minute, as, stream: request, command, input });
    if (one.to === 'submitted') return commands;
    if (one.to === 'rejected') decide(lead, 30, 'rejectStep', { comment: 'Forms are printed at the store.' });
    else {
      const lower =
        one.lowered === undefined ? {} : { amount: one.lowered * 100, comment: 'The limit of a team lunch.' };
      decide(lead, 30, 'approveStep', lower);
    }
    if (one.to === 'approved' || one.to === 'paid') decide(accounts, 60, 'approveStep', {});
    if (one.to === 'paid')
      commands.push({
        at: at + DAY_MS,
        as: accounts,
        stream,
        command: 'pay',
        input: { reference: `NEFT 26${String(4700 + n)}` },
      });
    return commands;
  });
}
