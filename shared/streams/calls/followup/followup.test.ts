import { describe, expect, it } from 'vitest';
import { openLife, people, wednesday } from '#tests/kit/life.ts';
import { noCall } from '../call/state.ts';
import { followup } from './followup.ts';

const agent = { ...people.agent1!, rights: new Set(['Out Bound/outCall:edit']) };
const lead = { ...people.lead!, rights: new Set(['Out Bound/pharmaLead:approve']) };
const hour = 3_600_000;
const iso = (at: number): string => new Date(at).toISOString();
const call = {
  ...noCall('7'),
  stage: 'done',
  face: { subject: 'lead-1', subjectRef: 'LD-000001', name: 'Mohan Rao', pooId: 1, language: 'kn' },
  agent: { empId: 101, name: 'Ravi Kulkarni' },
  disposition: { code: 'ORDER_TAKEN', notes: 'Metformin for a month' },
};
const opened = (code = 'ORDER_TAKEN') => {
  const life = openLife([followup], (stream) =>
    stream === 'call-7' ? { ...call, disposition: { ...call.disposition, code } } : undefined,
  );
  life.command('followup-7', 'open', { callId: 7 });
  return life;
};

describe('an order taken on the phone', () => {
  it('is followed by the agent who took it, from the next working morning', () => {
    expect(opened().state('followup-7')).toMatchObject({
      stage: 'open',
      owner: { empId: 101 },
      dueAt: '2026-11-19T05:30:00.000Z',
      face: { ref: 'FU-000007', note: 'Metformin for a month' },
    });
    expect(opened('THINKING').state('followup-7')).toMatchObject({ stage: 'none' });
  });
  it('is moved to a future time, two weeks at most', () => {
    const life = opened();
    const move = (at: number) =>
      life.command('followup-7', 'move', { at: iso(at), reason: 'Paid on Friday' }, { as: agent });
    expect(move(wednesday - 1)).toMatchObject({ code: 'followUpPast' });
    expect(move(wednesday + 15 * 24 * hour)).toMatchObject({ code: 'followUpFar' });
    expect(move(wednesday + 30 * hour)).not.toHaveProperty('code');
  });
  it('is given to a colleague of the place by the team lead', () => {
    const life = opened();
    expect(life.command('followup-7', 'give', { empId: 102 }, { as: agent })).toMatchObject({ status: 403 });
    expect(life.command('followup-7', 'give', { empId: 201 }, { as: lead })).toMatchObject({
      code: 'notInList',
    });
    life.must('followup-7', 'give', { empId: 102 }, { as: lead });
    expect(life.state('followup-7')).toMatchObject({ owner: { empId: 102 } });
  });
  it('is closed once with its outcome', () => {
    const life = opened();
    const body = { outcome: 'ordered', note: 'Order of 18-11' };
    life.must('followup-7', 'close', body, { as: agent });
    expect(life.command('followup-7', 'close', body, { as: agent })).toMatchObject({
      code: 'followUpClosed',
    });
  });
});
