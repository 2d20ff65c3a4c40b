import { expect, test } from 'vitest';
import type { Clinical } from '#shared/streams/prescriptions/checks/clinical.ts';
import { allergySource } from '#shared/streams/prescriptions/checks/dose-limits.ts';
import { allergyAlerts } from '#shared/streams/prescriptions/checks/medicine-alerts.ts';
import type { RxLine } from '#shared/streams/prescriptions/prescription/content.ts';
import { demoPlan } from './plan.ts';

test('RX-000501 gives amoxicillin to a patient who is allergic to penicillin', () => {
  const plan = demoPlan(Date.parse('2026-11-27T12:00:00+05:30'));
  const master = (kind: string, id: number): Record<string, unknown> =>
    plan.find(({ stream, command }) => stream === `master-${kind}-${id}` && command === 'create')!.input[
      'fields'
    ] as Record<string, unknown>;
  const { patientId } = plan.find(
    ({ stream, command }) => stream === 'prescriptionuploadsession-new' && command === 'open',
  )!.input as { patientId: number };
  const allergy = plan.findLast(
    ({ stream, input }) => stream === 'phx-allergy-new' && input['patientId'] === patientId,
  )!;
  const [line] = plan.find(
    ({ stream, command }) => stream === 'prescription-501' && command === 'submitDigitization',
  )!.input['lines'] as { moleculeId: number }[];
  const noted = master('allergy', (allergy.input['item'] as { allergyId: number }).allergyId);
  const given = master('molecule', line!.moleculeId);
  const alerts = allergyAlerts(
    [
      {
        no: 1,
        drug: { molecules: [{ moleculeId: line!.moleculeId, inn: given['vInn'], atc: given['vAtc'] }] },
      } as unknown as RxLine,
    ],
    {
      allergies: [
        {
          name: noted['vName'],
          moleculeId: noted['iMoleculeId'],
          atc: master('molecule', Number(noted['iMoleculeId']))['vAtc'],
          confirmed: true,
        },
      ],
    } as unknown as Clinical,
  );
  expect(alerts).toMatchObject([
    {
      kind: 'allergyClass',
      severity: 'block',
      source: allergySource,
      values: { molecule: 'Amoxicillin', allergy: 'Penicillin' },
    },
  ]);
  expect(allergy.at).toBeLessThan(plan.find(({ stream }) => stream === 'prescription-501')!.at);
});
