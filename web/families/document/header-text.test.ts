import { expect, it } from 'vitest';
import { taxInvoice } from '#shared/documents/tax-invoice.ts';
import { languages } from '#shared/core/translations.ts';
import { noInvoice } from '#shared/streams/sales/invoice/state.ts';
import { shownText } from './header-text.ts';

const field = taxInvoice.header.find(({ name }) => name === 'reason')!;
const free = 'The customer moved to Hosur.';

it.each(languages)(
  'the reason of a credit note is in words, also where a person wrote it: %s',
  (language) => {
    const texts = taxInvoice.translations[language] as Readonly<Record<string, string>>;
    const read = (reason: string): string =>
      shownText(field, reason, {}, (key) => texts[key] ?? key, 'Yes', 'No');
    const printed = (reason: string): string | undefined => {
      const header = { ...noInvoice('1').header, reason };
      const facts = taxInvoice.print!.facts({ ...noInvoice('1'), header }, language);
      return facts.find(([key]) => key === 'header.reason')?.[1];
    };
    const reasons = ['rto', 'customerReturn', free];
    expect(reasons.map(printed)).toEqual(reasons.map(read));
    expect(reasons.map(read)).toEqual(
      language === 'en'
        ? ['Not delivered', 'Returned by the customer', free]
        : ['No entregado', 'Devuelto por el cliente', free],
    );
  },
);
