import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../../core/permission.ts';
import { getShortestPaths } from 'xstate/graph';
import { carers, openCare } from '#tests/kit/care.ts';
import { people, wednesday } from '#tests/kit/life.ts';
import type { Life } from '#tests/kit/life.ts';
import { escalationMachine, escalationStages } from './escalation.machine.ts';

const minute = 60_000;
const iso = (at: number): string => new Date(at).toISOString();
function raised(severity = 'critical'): Life {
  const life = openCare();
  life.must(
    'escalation-new',
    'raise',
    { patientId: 204, source: 'call', severity, name: 'Chest pain', text: 'Chest pain since the morning' },
    { as: carers.meera },
  );
  return life;
}
const at = (life: Life, command: string, now: number, input: object = { at: iso(now) }) =>
  life.command('escalation-1', command, input, { now });

describe('an escalation', () => {
  it('knows all its stages and reaches each', () => {
    const reached = getShortestPaths(escalationMachine).map(({ state }) => state.value);
    expect(escalationStages.every((stage) => reached.some((one) => one === stage))).toBe(true);
  });
  it('rings every five minutes until somebody acknowledges it', () => {
    const life = raised();
    expect(at(life, 'ring', wednesday + 4 * minute, { at: iso(wednesday + 5 * minute) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(at(life, 'ring', wednesday + 5 * minute)).toHaveProperty('events');
    expect(at(life, 'ring', wednesday + 5 * minute)).toMatchObject({ code: 'noLongerNeeded' });
    expect(at(life, 'ring', wednesday + 10 * minute)).toHaveProperty('events');
    life.must('escalation-1', 'acknowledge', {}, { as: carers.meera, now: wednesday + 11 * minute });
    expect(at(life, 'ring', wednesday + 15 * minute)).toMatchObject({ code: 'noLongerNeeded' });
    expect(life.state('escalation-1')).toMatchObject({
      stage: 'acknowledged',
      acknowledgedBy: { name: 'Meera Nair' },
    });
  });
  it('goes up a level after fifteen minutes of silence and stays ringing at the top', () => {
    const life = raised();
    expect(at(life, 'levelDue', wednesday + 15 * minute)).toHaveProperty('events');
    expect(at(life, 'levelDue', wednesday + 30 * minute)).toHaveProperty('events');
    expect(life.state('escalation-1').level).toBe(3);
    expect(at(life, 'levelDue', wednesday + 45 * minute)).toHaveProperty('events');
    expect(life.state('escalation-1')).toMatchObject({
      level: 3,
      stage: 'raised',
      ringAt: iso(wednesday + 50 * minute),
    });
  });
  it('goes up as well when it was taken and nothing came of it', () => {
    const life = raised();
    life.must('escalation-1', 'acknowledge', {}, { as: carers.meera, now: wednesday + minute });
    expect(at(life, 'levelDue', wednesday + 120 * minute)).toMatchObject({
      events: [{ data: { why: 'notResolved', ackBy: null } }],
    });
    expect(life.state('escalation-1').stage).toBe('acknowledged');
  });
  it('at a higher level is taken by a doctor or a team lead', () => {
    const life = raised();
    at(life, 'levelDue', wednesday + 15 * minute);
    expect(life.command('escalation-1', 'acknowledge', {}, { as: carers.meera })).toMatchObject({
      code: 'higherLevel',
    });
    expect(life.command('escalation-1', 'acknowledge', {}, { as: carers.doctor })).toHaveProperty('events');
  });
  it('is acknowledged once, and goes no higher than the third level', () => {
    const life = raised();
    life.must('escalation-1', 'acknowledge', {}, { as: carers.meera });
    expect(life.command('escalation-1', 'acknowledge', {}, { as: carers.doctor })).toMatchObject({
      code: 'alreadyAcknowledged',
      details: { name: 'Meera Nair' },
    });
    const up = () => life.command('escalation-1', 'raiseLevel', { reason: 'Worse' }, { as: carers.doctor });
    expect([up(), up()]).toMatchObject([{ events: [{}] }, { events: [{}] }]);
    expect(life.state('escalation-1').level).toBe(3);
    expect(up()).toMatchObject({ code: 'topLevel', status: 409 });
  });
  it('that is critical is resolved by a doctor or a team lead, with what was done', () => {
    const life = raised();
    const resolve = (as: Viewer, input: object) =>
      life.command('escalation-1', 'resolve', { outcome: 'hospital', ...input }, { as });
    expect(resolve(carers.meera, { resolution: 'Sent to the hospital at once' })).toMatchObject({
      code: 'seniorOnly',
    });
    expect(resolve(carers.doctor, {})).toMatchObject({ code: 'resolutionRequired' });
    expect(resolve(carers.lead, { resolution: 'Sent to the hospital at once' })).toMatchObject({
      events: [{ data: { iResolutionStatus: 1 } }, { type: 'CareEscalationNoted' }],
    });
    expect(life.state('carefile-204').escalations).toEqual({});
    expect(resolve(carers.doctor, { resolution: 'Sent to the hospital at once' })).toMatchObject({
      code: 'alreadyResolved',
    });
  });
  it('is reopened within seven days', () => {
    const life = raised('normal');
    life.must(
      'escalation-1',
      'resolve',
      { resolution: 'Advice given to the family', outcome: 'adviceGiven' },
      { as: carers.meera },
    );
    const late = wednesday + 7 * 86_400_000 + 1;
    expect(
      life.command('escalation-1', 'reopen', { reason: 'It came back' }, { as: carers.meera, now: late }),
    ).toMatchObject({ code: 'reopenLimit' });
    expect(
      life.command('escalation-1', 'reopen', { reason: 'It came back' }, { as: carers.meera }),
    ).toHaveProperty('events');
    expect(life.state('escalation-1')).toMatchObject({ stage: 'raised', resolvedAt: null });
  });
  it('is not raised for somebody who died or is unknown', () => {
    const raise = (patientId: number) =>
      openCare().command(
        'escalation-new',
        'raise',
        { patientId, source: 'call', severity: 'high', name: 'Fall', text: 'Fell at home' },
        { as: carers.meera },
      );
    expect([raise(205), raise(999)]).toMatchObject([{ code: 'patientDeceased' }, { code: 'patientUnknown' }]);
  });
  it('of another place is nobody’s business', () =>
    expect(
      raised().command(
        'escalation-1',
        'acknowledge',
        {},
        { as: { ...people['mysuru']!, rights: new Set(['Out Bound/cc-queue:edit']) } },
      ),
    ).toMatchObject({
      code: 'notFound',
    }));
});
