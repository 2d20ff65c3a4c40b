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
