import { headOf, partBefore } from '#shared/core/cut.ts';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import { isGoodsCommand } from '#shared/streams/money/day/goods-day.ts';
import { staleCloseTime } from '#shared/streams/people/attendance/guards.ts';
import { allStreams } from '../core/registers.ts';
import { demoAttendance } from './attendance.ts';
import { demoCalls } from './calls.ts';
import { demoCareStories, labFiles } from './care.ts';
import { demoCustomers } from './customers.ts';
import { demoDay } from './day.ts';
import { campLeads, demoEvents } from './events.ts';
import { demoExamples } from './examples.ts';
import { demoExpenses, expenseFiles } from './expenses.ts';
import { demoField, fieldFiles } from './field.ts';
import { demoLeads } from './leads.ts';
import { demoMasters } from './masters.ts';
import type { DemoCommand } from './demo-command.ts';
import { runFiles } from './deliveries.ts';
import { demoMoney, moneyFiles } from './money.ts';
import { customersOf, demoOrders } from './orders.ts';
import { demoPapers, paperFiles } from './papers.ts';
import { demoPastSales, pastSaleFiles } from './past-sales.ts';
import { demoIncentives } from './sales.ts';
import { demoPeople, demoPharmacists, demoPlaces } from './people.ts';
import { demoPrescriptions, prescriptionFiles } from './prescriptions.ts';
import type { SampleFile } from './sample-files.ts';
import { demoSheets, demoSignups } from './signups.ts';
import { demoReceipts, receiptFiles } from './receipts.ts';
import { demoPurchases } from './stock.ts';
import { demoTpd, tpdFiles } from './tpd.ts';
import { demoTeamRequests } from './team-requests.ts';
import { demoStockMoves, stockMoveFiles } from './stock-moves.ts';
import { dayFactor, daySpan } from './today.ts';

const minute = 60_000;
/**
 * When the open ends of the day before are closed: the demo's day starts after that, and is no shorter than
 * a minute.
 */
const dayBegins = headOf(staleCloseTime, 5);
const youngest = minute;

function baseOf(now: number): number {
  const today = businessDay(now);
  return now - instantOf(today, dayBegins) < youngest ? instantOf(addDays(today, -1), '22:00') : now;
}

/** The files that the plan of the same instant names. */
export function demoFiles(now: number): readonly SampleFile[] {
  const base = baseOf(now);
  return [
    ...demoSheets(),
    ...paperFiles(base, demoCustomers(base)),
    ...fieldFiles(base),
    ...prescriptionFiles(base, demoCustomers(base)),
    ...tpdFiles(demoCustomers(base)),
    ...receiptFiles(),
    ...stockMoveFiles(),
    ...expenseFiles(),
    ...moneyFiles(),
    ...runFiles(),
    ...pastSaleFiles(),
    ...labFiles(base, demoCustomers(base)),
  ];
}

/** Customers who were at the camp, in the sequence of their leads. */
const campCustomers = (customers: readonly DemoCommand[]): readonly number[] =>
  campLeads.slice(0, 2).map((leadId) => {
    const { stream } = customers.find(({ input }) => input['leadId'] === leadId) ?? { stream: '' };
    return Number(stream.slice('customer-'.length));
  });

const isUploadSession = (stream: unknown): boolean => String(stream).startsWith('prescriptionuploadsession-');
/** One-time codes keep their minimum distance however early it is, and so do the files between them. */
const keepsItsPace = ({ stream, input }: DemoCommand): boolean =>
  isUploadSession(stream) || isUploadSession(input['for']);

/** A customer who sends a page may have ordered too: the codes of both keep their minimum distance. */
const codesApart = 31_000;
function apart(commands: readonly DemoCommand[]): DemoCommand[] {
  const codes = commands.filter(({ command }) => command === 'generateOtp').map(({ at }) => at);
  return commands.map((command) => {
    if (!command.stream.startsWith('return-') || command.command !== 'schedule') return command;
    let { at } = command;
    const isNear = (code: number): boolean => Math.abs(code - at) < codesApart;
    while (codes.some(isNear)) at += codesApart;
    return { ...command, at };
  });
}

const streams = allStreams();
/** Whether somebody moves goods of a place with this command. */
export function movesGoods({ stream, command, as }: DemoCommand): boolean {
  const def = streams.get(partBefore(stream, '-'))?.commands[command];
  return as !== 0 && def !== undefined && isGoodsCommand(def);
}

/** A place submits its day after the last goods of that day were moved, however late that is. */
function closed(commands: readonly DemoCommand[]): DemoCommand[] {
  return commands.map((command) => {
    const date = /^dayend-\d+-(.+)$/.exec(command.stream)?.[1];
    if (date === undefined || command.command !== 'submit') return command;
    const moved = commands.filter((one) => movesGoods(one) && businessDay(one.at) === date);
    return { ...command, at: Math.max(command.at, ...moved.map(({ at }) => at + 1)) };
  });
}

/**
 * The whole history of the demo organisation up to `now` (ms); the same instant gives the same commands. A
 * working day is longer than a young morning, so its hours are compressed; until a minute past six it is
 * still yesterday evening.
 */
export function demoPlan(now: number): readonly DemoCommand[] {
  const base = baseOf(now);
  const customers = demoCustomers(base);
  const factor = dayFactor(base);
  const planned = [
    ...demoPlaces(base),
    ...demoPeople(base),
    ...demoPharmacists(base),
    ...demoMasters(base),
    ...demoLeads(base),
    ...demoEvents(base),
    ...customers,
    ...demoPapers(base, customers),
    ...demoDay(base),
    ...demoField(base),
    ...demoCalls(base, factor),
    ...demoExpenses(base),
    ...demoTeamRequests(base),
    ...demoExamples(base),
    ...demoSignups(base),
    ...demoPrescriptions(base, customers),
    ...demoTpd(base, customers),
    ...demoPurchases(base),
    ...demoReceipts(base),
    ...demoStockMoves(base),
    ...demoPastSales(base, [...customersOf(customers), ...campCustomers(customers)]),
    ...demoIncentives(base),
    ...demoOrders(base, customers),
    ...demoMoney(base),
    ...demoCareStories(base, customers),
  ].map((command) =>
    base - command.at < daySpan && !keepsItsPace(command)
      ? { ...command, at: Math.round(base - (base - command.at) * factor) }
      : command,
  );
  return closed(apart([...planned, ...demoAttendance(base, planned)]));
}
