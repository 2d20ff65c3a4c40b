import { describe, expect, it } from 'vitest';
import { wednesday } from '#tests/kit/life.ts';
import { explainChoice, rankCandidates, type Candidate, type ServedAgent } from './next-item.ts';

const iso = (minutes: number): string => new Date(wednesday + minutes * 60_000).toISOString();
const one = (ref: string, more: Partial<Candidate> = {}): Candidate => ({
  item: `queueitem-pharma-lead-queue-${ref}`,
  queue: 'pharma-lead-queue',
  subject: `lead-${ref}`,
  ref,
  name: ref,
  pooId: 1,
  language: null,
  priority: 0,
  pinned: false,
  calls: 0,
  enteredAt: iso(-30),
  campaignId: null,
  dueAt: null,
  owner: null,
  firstUntil: null,
  assigned: null,
  shut: false,
  ...more,
});
const callback = (ref: string, due: number, empId = 101): Candidate =>
  one(ref, { dueAt: iso(due), owner: { empId, name: 'Ravi' }, firstUntil: iso(due + 10) });
const agent: ServedAgent = {
  empId: 101,
  poos: [1],
  languages: ['en', 'kn'],
  caller: { skipped: {}, campaigns: { day: '', served: {} } },
};
const refs = (candidates: readonly Candidate[], who = agent, now = wednesday): string[] =>
  rankCandidates(candidates, who, now).map(({ ref }) => ref);
const why = (candidates: readonly Candidate[], who = agent) => {
  const ranking = rankCandidates(candidates, who, wednesday);
  return explainChoice(ranking, ranking[0]!, who, wednesday);
};

describe('the next item', () => {
  it('is what a team lead gave to the agent, before callbacks of others, and never what waits for another', () => {
    const given = (ref: string, empId: number): Candidate =>
      one(ref, { assigned: { empId, until: iso(60) } });
    const rows = [one('new'), callback('due', -15, 999), given('mine', 101), given('hers', 102)];
    expect(refs(rows)).toEqual(['mine', 'due', 'new']);
    expect(why(rows)).toMatchObject({ why: 'assigned' });
    expect(refs(rows, agent, wednesday + 61 * 60_000)).toContain('hers');
  });
  it('is one’s own callback, then an overdue one of others, then pinned rows, then the rest', () => {
    const rows = [
      one('new'),
      one('pinned', { pinned: true }),
      callback('theirs', -11, 102),
      callback('mine', 4),
    ];
    expect(refs(rows)).toEqual(['mine', 'theirs', 'pinned', 'new']);
    expect(why(rows)).toMatchObject({ why: 'ownCallback' });
    expect(why(rows.slice(0, 3))).toMatchObject({ why: 'callback', values: { name: 'Ravi' } });
    expect(why(rows.slice(0, 2))).toMatchObject({ why: 'pinned' });
  });
  it('reserves a callback for its owner for ten minutes, and is not served before its time', () => {
    expect(refs([callback('theirs', -9, 102)])).toEqual([]);
    expect(refs([callback('theirs', -10, 102)])).toEqual(['theirs']);
    expect(refs([callback('mine', 6)])).toEqual([]);
  });
  it('follows priority, then fewest calls, then age', () => {
    const rows = [
      one('young', { enteredAt: iso(-5) }),
      one('old', { enteredAt: iso(-90) }),
      one('tried', { calls: 1, enteredAt: iso(-200) }),
      one('high', { priority: 2 }),
    ];
    expect(refs(rows)).toEqual(['high', 'old', 'young', 'tried']);
    expect(why(rows)).toMatchObject({ why: 'priority', values: { priority: 2 } });
    expect(why(rows.slice(0, 3))).toMatchObject({ why: 'age' });
  });
  it('is fair between campaigns once one was served three items more', () => {
    const rows = [
      one('a', { campaignId: 1, enteredAt: iso(-90) }),
      one('b', { campaignId: 2, enteredAt: iso(-10) }),
    ];
    const served = (n: number): ServedAgent => ({
      ...agent,
      caller: { skipped: {}, campaigns: { day: '2026-11-18', served: { 1: n } } },
    });
    expect(refs(rows, served(2))).toEqual(['a', 'b']);
    expect(refs(rows, served(3))).toEqual(['b', 'a']);
    expect(why(rows, served(3))).toMatchObject({ why: 'fairness' });
    const yesterday: ServedAgent = {
      ...agent,
      caller: { skipped: {}, campaigns: { day: '2026-11-17', served: { 1: 9 } } },
    };
    expect(refs(rows, yesterday)).toEqual(['a', 'b']);
  });
  it('is never of another place, in another language, recently skipped, or barred from calls now', () => {
    const rows = [
      one('place', { pooId: 3 }),
      one('tamil', { language: 'ta' }),
      one('skipped'),
      one('shut', { shut: true }),
      one('kannada', { language: 'kn' }),
    ];
    const who: ServedAgent = { ...agent, caller: { ...agent.caller, skipped: { 'lead-skipped': iso(10) } } };
    expect(refs(rows, who)).toEqual(['kannada']);
    expect(refs([one('skipped')], who, wednesday + 11 * 60_000)).toEqual(['skipped']);
  });
  it('is the same for the same rows in any order', () => {
    const rows = [one('c'), one('a'), one('b')];
    expect(refs(rows)).toEqual(refs(rows.toReversed()));
  });
});
