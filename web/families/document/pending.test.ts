import { describe, expect, it } from 'vitest';
import { noDocument, type DocumentLine } from '#shared/streams/documents/state.ts';
import {
  afterSave,
  isEmpty,
  nothingPending,
  overlaid,
  sentLine,
  withHeader,
  withLine,
  withNewLines,
  withoutLine,
} from './pending.ts';

interface Line extends DocumentLine {
  readonly qty: number;
}
const state = {
  ...noDocument<object, Line>('1', {}),
  lines: [
    { id: 'a', qty: 1 },
    { id: 'b', qty: 2 },
  ],
};

describe('unsaved input', () => {
  it('is applied to the document, and leaves other lines the same objects', () => {
    const typed = withLine(withLine(nothingPending, 'b', { qty: 5 }, false), 'c', { qty: 7 }, true);
    const shown = overlaid(state, typed);
    expect(shown.lines).toEqual([
      { id: 'a', qty: 1 },
      { id: 'b', qty: 5 },
      { id: 'c', qty: 7 },
    ]);
    expect(shown.lines[0]).toBe(state.lines[0]);
  });
  it('leaves every other typed line and the header the same objects as one more line is typed', () => {
    const first = withNewLines(withLine(nothingPending, 'b', { qty: 5 }, false), [
      ['c', { qty: 7 }],
      ['d', { qty: 8 }],
    ]);
    const before = overlaid(state, first);
    const after = overlaid(state, withLine(first, 'd', { qty: 9 }, true));
    expect(after.lines.map(({ id, qty }) => [id, qty])).toEqual([
      ['a', 1],
      ['b', 5],
      ['c', 7],
      ['d', 9],
    ]);
    expect(after.lines.map((line, i) => line === before.lines[i])).toEqual([true, true, true, false]);
    expect(after.header).toBe(state.header);
  });
  it('follows the saved line that it stands on', () => {
    const typed = withLine(nothingPending, 'b', { qty: 5 }, false);
    overlaid(state, typed);
    const saved = { ...state, lines: [{ id: 'a', qty: 1 }, { id: 'b', qty: 2, free: 3 } as Line] };
    expect(overlaid(saved, typed).lines[1]).toEqual({ id: 'b', qty: 5, free: 3 });
  });
  it('of a removed line is dropped; a new one leaves no trace', () => {
    const typed = withoutLine(withLine(nothingPending, 'c', { qty: 7 }, true), 'c');
    expect(isEmpty(typed)).toBe(true);
    expect(overlaid(state, withoutLine(nothingPending, 'a')).lines).toEqual([{ id: 'b', qty: 2 }]);
  });
  it('that was typed while saving is kept', () => {
    const sent = withHeader(withLine(nothingPending, 'a', { qty: 5, free: 1 }, false), { note: 'x' });
    const now = withLine(sent, 'a', { qty: 6 }, false);
    expect(afterSave(now, sent)).toEqual({ header: {}, put: { a: { qty: 6 } }, added: [], remove: [] });
  });
  it('is sent only for editable fields', () => {
    expect(
      sentLine('a', { qty: 5, product: 'Paracet', productId: 1 }, new Set(['qty', 'productId'])),
    ).toEqual({ id: 'a', qty: 5, productId: 1 });
  });
});
