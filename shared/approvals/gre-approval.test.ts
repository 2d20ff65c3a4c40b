import { expect, it } from 'vitest';
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
  expect(say('es', kinds)).toBe('Precio superior al pedido, Poca vida útil');
  expect(say('en', exceptions.map(exceptionLine))).toBe(
    'Price above the order · Atorva-ZD 10 · ₹66.00 / 450 / 30 · ₹90.00\nShort life · Cefpo-ZD 200 · 180 / 200 / 20 · ₹0.00',
  );
});
it('has a name for every kind of exception in both languages', () => {
  for (const kind of exceptionKinds)
    for (const texts of Object.values(greApproval.translations) as Readonly<Record<string, string>>[])
      expect(texts[`exception.${kind}`], kind).toBeTruthy();
});
