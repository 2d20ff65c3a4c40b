// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RawFromServer } from '#shared/wire.ts';
import { WallConnection } from './connection.ts';

/** A WebSocket whose other end is the test. */
class Wire {
  static all: Wire[] = [];
  static OPEN = 1;
  readyState = 0;
  sent: { type: string; [more: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Wire['sent'][number]);
  }
  close(): void {
    this.readyState = 3;
  }
  up(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(frame: RawFromServer): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
const last = (): Wire => Wire.all.at(-1)!;
const snapshot = (seq: number): RawFromServer => ({
  type: 'feed:opened',
  feed: 'wall/floor',
  ok: true,
  epoch: 'e',
  seq,
  mode: 'snapshot',
  rows: [{ id: 'signup:1' }],
  scope: {},
  sources: [],
  now: 1_000,
});
let line: WallConnection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  line = new WallConnection('wall/floor', 'dev_token');
  line.start();
});
afterEach(() => {
  line.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(): void {
  last().up();
  last().receive({ type: 'hello', now: 1_000, version: '1' });
  last().receive(snapshot(5));
}

test('the token goes in the first frame, nothing before it; then the board is opened', () => {
  open();
  expect(last().sent).toEqual([
    { type: 'hello', authtoken: 'dev_token' },
    { type: 'feed:open', feed: 'wall/floor', ref: 1 },
  ]);
  expect(line.state()).toEqual({ condition: 'live', receivedAt: 1_000 });
  expect(line.rows.rows.size).toBe(1);
});
test('a lost connection reconnects forever and resumes', () => {
  open();
  for (let turn = 0; turn < 8; turn += 1) {
    const before = Wire.all.length;
    last().drop(1006);
    expect(line.state()).toEqual({ condition: 'waiting', receivedAt: 1_000 });
    vi.advanceTimersByTime(30_000);
    expect(Wire.all.length).toBe(before + 1);
  }
  last().up();
  last().receive({ type: 'hello', now: 2_000, version: '2' });
  expect(last().sent.at(-1)).toEqual({ type: 'feed:open', feed: 'wall/floor', ref: 1, epoch: 'e', seq: 5 });
});
test('after a gap it resumes from its position', () => {
  open();
  last().receive({ type: 'feed:delta', feed: 'wall/floor', epoch: 'e', prev: 7, seq: 8, changes: [] });
  expect(last().sent.at(-1)).toMatchObject({ type: 'feed:open', seq: 5 });
});
test('a silent connection is closed', () => {
  open();
  vi.advanceTimersByTime(45_000);
  expect(line.state().condition).toBe('waiting');
  vi.advanceTimersByTime(5_000);
  expect(Wire.all.length).toBe(2);
});
test.each([
  ['a revoked device', () => last().receive({ type: 'session:revoked', reason: 'revoked' })],
  ['a token that opens nothing', () => last().drop(4001)],
])('%s is not tried again', (_what, happens) => {
  open();
  happens();
  expect(line.state().condition).toBe('unpaired');
});
