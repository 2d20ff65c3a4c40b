import { expect, it } from 'vitest';
import { saleServer } from '#tests/kit/sale-server.ts';
import type { PickState } from '../streams/sales/pick/state.ts';
import { pickList } from './pick-list.ts';

function printed(productId: number, header: object = {}) {
  const server = saleServer();
  server.prescribed();
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 40, productId });
  server.queued([{ productId, qty: 20 }], header);
  server.must(172, 'order-1', 'createPickList', {}, server.goods());
  const state: PickState = server.state('pick-1');
  const { to, facts, columns } = pickList.print!;
  const about = { n: 1 } as never;
  return {
    state,
    paper: JSON.stringify([
      to(state),
      facts(state, 'en'),
      state.lines.map((line) => columns.map(({ text }) => text(line, about))),
    ]),
  };
}

it('the paper of a pick list names the order, and nothing of the customer', () => {
  const { state, paper } = printed(1);
  expect(paper).toContain(state.header.orderNumber);
  for (const own of [state.header.customer, state.header.pincode]) {
    expect(own).not.toBe('');
    expect(paper).not.toContain(own);
  }
});
it.each([
  ['nothing', 1, {}, false, false],
  ['the cold chain', 13, {}, true, false],
  ['Schedule H1', 11, { rxId: 7 }, false, true],
])('it marks %s at its line', (_what, productId, header, cold, h1) => {
  const { paper } = printed(productId, header);
  expect([paper.includes('2–8 °C'), paper.includes('"H1"')]).toEqual([cold, h1]);
});
