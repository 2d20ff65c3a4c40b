import { addDays, businessDay, DAY_MS, instantOf } from '#shared/core/day.ts';
import { orientationTopics } from '#shared/streams/leads/appointment/visit-outcome.ts';
import { workday } from './holidays.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';
import { atTodays } from './today.ts';

const minute = 60_000;
/** The people who visit customers today. */
export const inField: readonly number[] = [151, 152];
const [pooja, arun] = [151, 152];
const desk = 101;

/** When the field agents start: at twenty to eight, or with the others when the day is younger than that. */
export function fieldDayBegins(now: number): number {
  const morning = instantOf(businessDay(now), '07:40');
  return now - morning > 5 * minute ? atTodays(now, morning) : now - 340 * minute;
}

interface Visit {
  readonly slot: string;
  readonly type: 'setup' | 'sales' | 'orientation';
  /** A lead above 10,000, else a customer. */
  readonly subject: number;
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
}

const day: readonly Visit[] = [
  {
    slot: '08:00',
    type: 'orientation',
    subject: 41,
    address: '30th Cross, Jayanagar',
    lat: 12.9251,
    lng: 77.5891,
  },
  {
    slot: '09:30',
    type: 'setup',
    subject: 10_011,
    address: '9th Main, 4th Block, Jayanagar',
    lat: 12.9296,
    lng: 77.5827,
  },
  { slot: '11:00', type: 'sales', subject: 42, address: '11th Main, Jayanagar', lat: 12.9313, lng: 77.5902 },
  {
    slot: '12:30',
    type: 'setup',
    subject: 10_012,
    address: 'Pattabhirama Road, Jayanagar',
    lat: 12.9222,
    lng: 77.5848,
  },
  {
    slot: '14:00',
    type: 'orientation',
    subject: 43,
    address: '22nd Cross, 3rd Block, Jayanagar',
    lat: 12.9277,
    lng: 77.5952,
  },
  {
    slot: '15:30',
    type: 'setup',
    subject: 10_017,
    address: '5th Main, Basavanagudi',
    lat: 12.9419,
    lng: 77.5731,
  },
  {
    slot: '17:00',
    type: 'sales',
    subject: 44,
    address: 'South End Road, Jayanagar',
    lat: 12.9365,
    lng: 77.5803,
  },
  {
    slot: '18:30',
    type: 'orientation',
    subject: 45,
    address: '46th Cross, 8th Block, Jayanagar',
    lat: 12.9177,
    lng: 77.5831,
  },
];
/** The visit of the colleague who is not at the address. */
const elsewhere: Omit<Visit, 'slot'> = {
  type: 'setup',
  subject: 10_024,
  address: '27th Cross, Banashankari',
  lat: 12.9181,
  lng: 77.5737,
};

const minutesOf = { setup: 60, sales: 45, orientation: 60 } as const;
/** A customer may be visited on both days: each visit has a photo of its own. */
const photoOf = (subject: number, day: 'today' | 'before'): string =>
  sampleFileId(day === 'today' ? 'visit' : 'visit before', subject);
const endsAfter = 16;
/** Six minutes ago somebody requested to start a visit late, which requires a quarter of an hour. */
const lateAfter = 22;
/** Field-day appointments have numbers of their own, below the others. */
const firstOfDay = 1901;

interface Planned extends Visit {
  readonly number: number;
  readonly at: number;
}
function plannedDay(now: number): readonly Planned[] {
  const today = businessDay(now);
  return workday(today) === today
    ? day.map((visit, n) => ({ ...visit, number: firstOfDay + n, at: instantOf(today, visit.slot) }))
    : [];
}
/** Visits that are over by now, including the late one; none early in the day. */
const over = (now: number): readonly Planned[] =>
  plannedDay(now).filter(({ at, type }) => now - at > (minutesOf[type] + endsAfter) * minute);
const late = (now: number): Planned | null =>
  plannedDay(now).findLast(
    ({ at, type }) => now - at > lateAfter * minute && now - at <= (minutesOf[type] + endsAfter) * minute,
  ) ?? null;

/** Photos taken at the demo's visits. */
export function fieldFiles(now: number): readonly SampleFile[] {
  return [
    ...before.map(({ subject }) => fileOf(subject, 'before')),
    ...over(now).map(({ subject }) => fileOf(subject, 'today')),
  ];
}
function fileOf(subject: number, day: 'today' | 'before'): SampleFile {
  const id = photoOf(subject, day);
  return {
    id,
    name: 'visit SAMPLE.png',
    mime: 'image/png',
    bytes: sampleSheet('address', subject),
    by: pooja,
    for: `visit-${subject}`,
  };
}

/** Visits of the working day before, all of them done; their reviews wait. */
const before: readonly (Visit & { readonly late: number })[] = [
  {
    slot: '10:00',
    type: 'sales',
    subject: 46,
    address: '16th Main, Jayanagar',
    lat: 12.9271,
    lng: 77.5869,
    late: 2,
  },
  {
    slot: '12:00',
    type: 'orientation',
    subject: 47,
    address: '7th Block, Jayanagar',
    lat: 12.9341,
    lng: 77.5834,
    late: 14,
  },
  {
    slot: '15:00',
    type: 'sales',
    subject: 44,
    address: '2nd Main, Jayanagar',
    lat: 12.9226,
    lng: 77.5921,
    late: 6,
  },
];
const firstBefore = 1881;

function dayBefore(now: number): string {
  let day = addDays(businessDay(now), -1);
  while (workday(day) !== day) day = addDays(day, -1);
  return day;
}

/** Today's field day: completed visits, one too late, one from another place, and the visits to come. */
export function demoField(now: number): DemoCommand[] {
  const today = businessDay(now);
  const commands: DemoCommand[] = [];
  const give = (
    at: number,
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'],
    more: Partial<DemoCommand> = {},
  ): void => void commands.push({ at, as, stream, command, input, ...more });
  const book = (
    empId: number,
    { slot, type, subject, address: vAddress, lat, lng }: Visit,
    number: number,
    appDate = today,
  ): void =>
    give(
      Math.min(now - 2 * DAY_MS, instantOf(appDate, '09:00') - DAY_MS),
      desk,
      `appointment-${number}`,
      'bookAppointment',
      {
        appDate,
        slotFrom: slot,
        iSlotType: 1,
        vAppType: type,
        iAssignedTo: empId,
        ...(subject > 10_000 ? { iLeadId: subject } : { iCustomerId: subject }),
        iPooId: 1,
        vAddress,
        lat,
        lng,
      },
      { allotted: true, noted: true },
    );
  const last = dayBefore(now);
  give(instantOf(last, '09:10'), pooja, `attendance-${pooja}-${last}`, 'checkIn', {
    lat: 12.9279,
    lng: 77.5838,
  });
  before.forEach((visit, n) => {
    const number = firstBefore + n;
    const task = `appointment-${number}`;
    const at = (minutes: number): number => instantOf(last, visit.slot) + minutes * minute;
    const position = { lat: visit.lat + 0.0005, lng: visit.lng - 0.0003, accuracyM: 16 };
    book(pooja, visit, number, last);
    give(at(visit.late), pooja, task, 'startTask', { position });
    const { id, name, mime, bytes } = fileOf(visit.subject, 'before');
    const kept = { name, mime, bytes: bytes.length, sha256: sha256Of(bytes) };
    give(at(12), pooja, `file-${id}`, 'keep', kept, { noted: true });
    give(at(16), pooja, task, 'addVisitFile', { fileId: id, label: 'Front door' });
    if (visit.type !== 'sales')
      give(at(20), pooja, task, 'recordVisitVitals', {
        vitals: { systolic: 141, diastolic: 88, pulse: 79, weightKg: 71 },
      });
    const outcome = outcomeOf({ ...visit, number, at: at(0) });
    give(at(minutesOf[visit.type] - 6), pooja, task, 'completeTask', { outcome, position });
  });
  give(instantOf(last, '18:20'), pooja, `attendance-${pooja}-${last}`, 'checkOut', { confirmed: true });
  const visits = plannedDay(now);
  for (const visit of visits) book(pooja, visit, visit.number);
  over(now).forEach((visit, n) => {
    const task = `appointment-${visit.number}`;
    const position = { lat: visit.lat + 0.0004, lng: visit.lng - 0.0002, accuracyM: 14 };
    const at = (minutes: number): number => atTodays(now, visit.at + minutes * minute);
    if (n === 2)
      return give(at(12), pooja, task, 'reportNotAtHome', {
        position,
        note: 'Rang twice; the neighbour says they are out until evening.',
      });
    give(at(3 + n), pooja, task, 'startTask', { position });
    const { id, name, mime, bytes } = fileOf(visit.subject, 'today');
    give(
      at(12),
      pooja,
      `file-${id}`,
      'keep',
      { name, mime, bytes: bytes.length, sha256: sha256Of(bytes) },
      { noted: true },
    );
    give(at(13), pooja, task, 'addVisitFile', { fileId: id, label: 'Medicine cabinet' });
    if (visit.type !== 'sales')
      give(at(20), pooja, task, 'recordVisitVitals', {
        vitals: { systolic: 132 + n * 4, diastolic: 84 + n, pulse: 72 + n, weightKg: 64 + n },
      });
    give(at(minutesOf[visit.type] - 8), pooja, task, 'completeTask', { outcome: outcomeOf(visit), position });
  });
  const waiting = late(now);
  if (waiting) {
    give(now - 6 * minute, pooja, `appointment-${waiting.number}`, 'requestLateEarlyStart', {
      reason: 'The visit before took longer; the family waits for me.',
      position: { lat: waiting.lat + 0.0003, lng: waiting.lng, accuracyM: 18 },
    });
    book(arun, { ...elsewhere, slot: waiting.slot }, firstOfDay + day.length);
    give(now - 4 * minute, arun, `appointment-${firstOfDay + day.length}`, 'requestStartAnyLocation', {
      reason: 'The family is at the clinic around the corner.',
      position: { lat: elsewhere.lat + 0.0031, lng: elsewhere.lng + 0.0012, accuracyM: 25 },
    });
  }
  return commands;
}

function outcomeOf({ type, at }: Planned): Readonly<Record<string, unknown>> {
  if (type === 'setup') return { result: 'enrolled', notes: 'Enrolled; sign-up follows.' };
  if (type === 'orientation')
    return { result: 'oriented', topics: orientationTopics, attended: 'Customer and daughter', notes: '' };
  return {
    result: 'followUp',
    notes: 'Wants to compare with the pharmacy nearby first.',
    followUpOn: workday(addDays(businessDay(at), 3)),
  };
}
