import { describe, expect, it } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import { notifyGlass } from '#shared/policies/notify-glass.ts';
import { directory, openLife, people, wednesday, type Life } from '#tests/kit/life.ts';
import { carers } from '#tests/kit/care.ts';
import { careaccess, glassMs, glassStream } from './careaccess.ts';

const reason = 'Calls from Mysuru with chest pain, her own doctor is away';
const far = 7;
const own = glassStream(111, far);
const open = (pooId: number | null = 3): Life =>
  openLife([careaccess], (stream) =>
    stream === `patient-${far}` ? { stage: 'enrolled', pooId } : { stage: 'none', pooId: null },
  );
const breaks = (life: Life, input: object = {}, as: Viewer = carers.meera, stream = own) =>
  life.command(stream, 'breakGlass', { patientId: far, reason, ...input }, { as });

describe('the record of a patient of another place', () => {
  it('opens with a reason, for an hour, and it is written down', () => {
    const life = open();
    const until = new Date(wednesday + glassMs).toISOString();
    expect(breaks(life)).toMatchObject({ answer: { until } });
    expect(life.log.map(({ stream, type, data }) => ({ stream, type, data }))).toEqual([
      {
        stream: own,
        type: 'CareGlassBroken',
        data: { patientId: far, empId: 111, name: 'Meera Nair', reason, until },
      },
      {
        stream: `audit-patient-${far}`,
        type: 'PersonalDataViewed',
        data: { subject: `patient-${far}`, fields: ['breakGlass'], reason, until },
      },
    ]);
  });
  it('does not open without a reason that says something', () => {
    for (const text of ['', '   ', 'urgent', '          x'])
      expect(breaks(open(), { reason: text })).toMatchObject({ refused: true, field: 'reason' });
    expect(open().log).toEqual([]);
  });
  it('opens for whoever asks, never for a colleague', () => {
    expect(breaks(open(), {}, carers.meera, glassStream(141, far))).toMatchObject({ code: 'ownOnly' });
    expect(breaks(open(), {}, carers.meera, glassStream(111, 8))).toMatchObject({ code: 'ownOnly' });
  });
  it('opens for doctors and those who care only', () => {
    expect(breaks(open(), {}, people.lead!, glassStream(131, far))).toMatchObject({ status: 403 });
    expect(breaks(open(), {}, people.agent1!, glassStream(101, far))).toMatchObject({ status: 403 });
    expect(breaks(open(), {}, carers.doctor, glassStream(141, far))).not.toHaveProperty('refused');
  });
  it('needs no reason in the own places, and must exist', () => {
    expect(breaks(open(1))).toMatchObject({ code: 'noGlass' });
    expect(breaks(open(), { patientId: 8 }, carers.meera, glassStream(111, 8))).toMatchObject({
      code: 'patientUnknown',
    });
  });
  it('is told to the admins, without a name of the patient or the reason', () => {
    const life = open();
    breaks(life);
    const told = notifyGlass.react(life.log[0]! as never, { directory });
    expect(told).toMatchObject([
      {
        stream: 'notice-1',
        input: { message: 'glassBroken', values: { name: 'Meera Nair', ref: 'PT-000007' } },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain('chest pain');
  });
});
