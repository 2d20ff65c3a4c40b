import { expect, it } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { approval } from '#shared/streams/approvals/approval/approval.ts';
import { emitted, person, playServer } from '#tests/kit/played.ts';
import { codeText } from '#shared/families/approval-common.ts';
import { exceptionKinds, type GreException } from '#shared/streams/purchase/gre/exception.ts';
import { exceptionLine, greApproval } from './gre-approval.ts';

const exceptions: readonly GreException[] = [
  {
    kind: 'PRICE',
    lineId: 'a',
    product: 'Atorva-ZD 10',
    ordered: 66_00,
    received: 450,
    invoiced: 30,
    effectPaise: 90_00,
  },
  {
    kind: 'SHORT_LIFE',
    lineId: 'b',
    product: 'Cefpo-ZD 200',
    ordered: 180,
    received: 200,
    invoiced: 20,
    effectPaise: 0,
  },
];

it('shows the exceptions of a receipt in the reader’s language, with the agreed values in their own unit', () => {
  const say = (language: 'en' | 'es', value: unknown): string | null =>
    codeText(greApproval.translations[language], 'exception', value);
  const kinds = exceptions.map(({ kind }) => kind);
  expect(say('en', kinds)).toBe('Price above the order, Short life');
  expect(say('es', kinds)).toBe('Precio superior al pedido, Caducidad corta');
  expect(say('en', exceptions.map(exceptionLine))).toBe(
    'Price above the order · Atorva-ZD 10 · ₹66.00 / 450 / 30 · ₹90.00\nShort life · Cefpo-ZD 200 · 180 / 200 / 20 · ₹0.00',
  );
});
it('has a name for every kind of exception in both languages', () => {
  for (const kind of exceptionKinds)
    for (const texts of Object.values(greApproval.translations) as Readonly<Record<string, string>>[])
      expect(texts[`exception.${kind}`], kind).toBeTruthy();
});
it('is approved with its whole effect: a lower amount is refused', () => {
  const people = [person(203, 'Rukmini Iyer'), person(202, 'Harpreet Singh')];
  const server = playServer([approval], people, { 'approvals/gre-approval:approve': [203] });
  const raised = {
    requestId: 'r1',
    ref: 'G1',
    requestedBy: { empId: 202, name: 'Harpreet Singh' },
    iPooId: 1,
    reason: '',
    subjectVersion: 3,
    exceptions,
    effectPaise: 90_00,
  };
  const event = { stream: 'gre-1', data: raised, at: '2026-11-18T05:00:00.000Z' } as unknown as StoredEvent;
  const asked = greApproval.request(event, { directory: server.directory });
  const now = Date.parse('2026-11-18T05:00:00.000Z');
  const { kind, entity } = { kind: greApproval.name, entity: greApproval.entity };
  expect(emitted(server.command(null, 'approval-1', 'request', { kind, entity, ...asked }, now))).toEqual([
    'ApprovalRequested',
  ]);
  const lower = { amount: 50_00, comment: 'half of the effect' };
  expect(emitted(server.command(203, 'approval-1', 'approveStep', lower, now + 1))).toBe('noAmount');
  expect(emitted(server.command(203, 'approval-1', 'approveStep', {}, now + 2))).toEqual([
    'ApprovalStepApproved',
  ]);
});
