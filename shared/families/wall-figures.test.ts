import { describe, expect, it } from 'vitest';
import { instantOf } from '../core/day.ts';
import { figuresOf } from '#tests/kit/wall.ts';
import { callingWall } from '../walls/calling.ts';
import { leadsWall } from '../walls/leads.ts';
import { figureValue } from './wall-figures.ts';
import type { WallMark } from './wall-marks.ts';

const now = instantOf('2026-11-18', '12:00');
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
let n = 0;
const mark = (board: string, more: Partial<WallMark> = {}): WallMark => ({
  id: `${board}:${(n += 1)}`,
  board,
  state: 'waiting',
  since: iso(-10),
  warnAt: null,
  breachAt: null,
  ...more,
});
describe('the calling floor', () => {
  it('counts waiting rows without parked ones, and alarms when the oldest is overdue', () => {
    const marks = [
      mark('calls', { since: iso(-130), breachAt: iso(-10) }),
      mark('calls', { state: 'held', breachAt: iso(60) }),
      mark('calls', { state: 'question', breachAt: iso(-90) }),
    ];
    expect(figuresOf(callingWall, marks, now)).toMatchObject({
      'calls.waiting': [2, false],
      'calls.oldest': [130, true],
      'calls.inTime': [50, true],
    });
  });
  it('alarms when nobody is ready and a promise was missed', () => {
    const marks = [
      mark('agents', { state: 'held' }),
      mark('agents', { state: 'onBreak' }),
      mark('callbacks', { breachAt: iso(-1) }),
      mark('callbacks', { breachAt: iso(5) }),
    ];
    expect(figuresOf(callingWall, marks, now)).toMatchObject({
      'agents.ready': [0, true],
      'agents.busy': [1, false],
      'callbacks.overdue': [1, true],
      'calls.oldest': [null, false],
    });
  });
});

describe('leads and sales', () => {
  it('counts today only and takes the median of the first calls', () => {
    const marks = [
      mark('leads', { since: iso(-100), reachedAt: iso(-60) }),
      mark('leads', { since: iso(-50), reachedAt: iso(-30) }),
      mark('leads', { since: iso(-20) }),
      mark('leads', { since: iso(-24 * 60), reachedAt: iso(-60) }),
      mark('orders'),
      mark('visits'),
      mark('converted'),
    ];
    expect(figuresOf(leadsWall, marks, now)).toMatchObject({
      'leads.today': [3, false],
      'leads.response': [30, false],
      'leads.uncalled': [1, false],
      'visits.today': [1, false],
      'orders.today': [1, false],
      conversions: [50, false],
    });
  });
  it('has no value for a day without leads', () => {
    expect(figuresOf(leadsWall, [], now)).toMatchObject({
      'leads.response': [null, false],
      conversions: [null, false],
    });
  });
});

it('a reading that was not taken has no value, and zero is a value', () => {
  const figure = { name: 'letters', label: { en: '', es: '' }, kind: 'reading', of: 'letters' } as const;
  expect(figureValue(figure, [], now)).toBeNull();
  expect(figureValue(figure, [mark('letters', { amount: 0 })], now)).toBe(0);
});
