import { addDays, businessDay } from '#shared/core/day.ts';
import { workday } from './holidays.ts';
import type { DemoRows } from './masters-rows.ts';
import type { DemoCommand } from './demo-command.ts';

const buyer = 201;
const training = 7;
const leave = 8;

/** Masters of the working day: shifts, routes, deliveries and requests. */
export function demoWork(today: string): DemoRows[] {
  return [
    {
      kind: 'employeeTerritory',
      rows: [
        { iEmpId: 152, iTerritoryId: 1, dFrom: addDays(today, -50) },
        { iEmpId: 106, iTerritoryId: 3, dFrom: addDays(today, -50) },
        { iEmpId: 153, iTerritoryId: 4, dFrom: addDays(today, -30), dTo: addDays(today, 60) },
        { iEmpId: 163, iTerritoryId: 5, dFrom: addDays(today, -20) },
      ],
    },
    {
      kind: 'slotBlock',
      rows: [
        {
          iEmpId: 153,
          dDate: workday(addDays(today, 2)),
          tFrom: '14:00',
          tTo: '16:00',
          iReasonId: training,
          vNote: 'New glucometers',
        },
        { iEmpId: 163, dDate: workday(addDays(today, 3)), tFrom: '08:00', tTo: '12:00', iReasonId: leave },
        { iEmpId: 106, dDate: workday(addDays(today, 6)), tFrom: '18:00', tTo: '19:30', iReasonId: training },
      ],
    },
    {
      kind: 'interviewSurvey',
      rows: [
        {
          vCode: 'FIELD-V1',
          vName: 'First interview, field work',
          questions: [
            { vQuestion: 'Years of experience with visits at home?', vKind: 'number', bRequired: 1 },
            { vQuestion: 'Own two-wheeler?', vKind: 'choice', vChoices: 'Yes;No', bRequired: 1 },
            { vQuestion: 'Earliest day to begin?', vKind: 'date' },
          ],
        },
        {
          vCode: 'CALLS-V1',
          vName: 'First interview, calling',
          questions: [
            { vQuestion: 'Languages spoken fluently?', vKind: 'text', bRequired: 1 },
            { vQuestion: 'Would you work on Saturdays?', vKind: 'choice', vChoices: 'Yes;No;Every other' },
          ],
        },
      ],
      move: [[1, 'publish']],
    },
    {
      kind: 'productRequest',
      by: buyer,
      daysAgo: [0.1, 0.2, 3, 4],
      rows: [
        [
          'Metfor-ZD SR 1000',
          'Kaveri Formulations',
          'Metformin 1000 mg',
          'TAB 15',
          64_00,
          'CUSTOMER_DEMAND',
          1,
        ],
        ['Pregab-ZD 75', 'Sahyadri Remedies', 'Pregabalin 75 mg', 'CAP 10', 118_00, 'PRESCRIPTION', 2],
        ['Omega-ZD softgels', 'Ganga Healthcare', 'Omega 3 1000 mg', 'CAP 30', 420_00, 'CUSTOMER_DEMAND', 10],
        ['Paracet-ZD 500', 'Zenda Lifesciences', 'Paracetamol 500 mg', 'TAB 15', 22_00, 'SUBSTITUTE', 1],
      ].map(([vName, vMaker, vComposition, vPack, nMrpPaise, vReason, iPooId]) => ({
        vName,
        vMaker,
        vComposition,
        vPack,
        nMrpPaise,
        vReason,
        iPooId,
        ...(vName === 'Metfor-ZD SR 1000'
          ? { vKind: 'PHARMA', iManufacturerId: 1, iCategoryId: 1, vForm: 'TAB', iPackSize: 15 }
          : {}),
      })),
      move: [
        [3, 'sendBack', 2],
        [4, 'reject', 3],
      ],
    },
  ];
}

const checker = 122;
/**
 * Two patients of Jayanagar, one with diabetes, one with high blood pressure, reported long before the
 * demo's day.
 */
const [sugar, pressure] = [56, 57];

/** Counsellings of the demo: one ahead, one to be reviewed, one reviewed, one declined. */
export function demoCounselling(now: number): DemoCommand[] {
  const today = businessDay(now);
  const at = now - 2 * 3_600_000;
  const give = (
    n: number,
    minutes: number,
    as: number,
    command: string,
    input: DemoCommand['input'],
  ): DemoCommand => ({
    at: at + minutes * 60_000,
    as,
    stream: command === 'create' ? 'master-counseling-new' : `master-{CO${n}}`,
    command,
    input,
    ...(command === 'create' ? { name: `CO${n}` } : { versioned: command === 'update' }),
  });
  const plan = (n: number, iPatientId: number, vTopic: string, dPlanned: string, more: object): DemoCommand =>
    give(n, n, checker, 'create', {
      fields: { iPatientId, vTopic, iPooId: 1, dPlanned, iCounsellorId: checker, ...more },
    });
  const held = (n: number, iMinutes: number, vResult: string): DemoCommand[] => [
    give(n, 20 + n, checker, 'update', { fields: { iMinutes, vResult } }),
    give(n, 40 + n, checker, 'move', { action: 'finish' }),
  ];
  return [
    plan(1, sugar, 'How to use the glucometer', workday(addDays(today, 1)), { iDiagnosisId: 2 }),
    plan(2, sugar, 'Metformin with meals, signs of low sugar', workday(today), {
      iMoleculeId: 3,
      iDiagnosisId: 2,
    }),
    plan(3, sugar, 'Care of the feet', workday(today), { iDiagnosisId: 2 }),
    plan(4, pressure, 'Salt and blood pressure', workday(addDays(today, 2)), { iDiagnosisId: 1 }),
    ...held(2, 15, 'Knows the signs and keeps sugar within reach.'),
    ...held(3, 20, 'Looks at the feet every evening; shoes to be changed.'),
    give(3, 60, 0, 'move', { action: 'review', reason: 'Complete' }),
    give(4, 61, checker, 'move', { action: 'drop', reason: 'Wishes to speak of it at the next visit' }),
  ];
}
