import { expect, test } from 'vitest';
import type { CustomerInvoice } from '#shared/streams/sales/customer-invoice.ts';
import { gonePage, invoicePage, invoicePagePolicy } from './invoice-page.ts';

const line = {
  id: 'l1',
  product: 'Dolo <650> & Co',
  hsn: '3004',
  maker: 'Micro',
  batch: 'B1',
  expiry: '2027-04-30',
  qty: 20,
  mrpPaise: 33_60,
  discBp: 1000,
  gstBp: 500,
  taxable: 57_600,
  cgst: 1_440,
  sgst: 1_440,
  igst: 0,
  total: 60_480,
};
const invoice: CustomerInvoice = {
  kind: 'INVOICE',
  number: 'BLR01/26/000001',
  against: null,
  issuedOn: '2026-11-18',
  seller: {
    name: 'Indiranagar store',
    address: '12, 100 Feet Road',
    gstin: '29ABCDE1234F1Z5',
    licence: 'KA-1',
  },
  customer: 'Asha Rao',
  address: '4, MG Road, 560001',
  stateCode: '29',
  patient: 'Ravi Rao',
  prescriber: 'Dr Iyer',
  pharmacist: 'Meera Nair',
  pharmacistRegNo: 'KA123',
  payment: 'COD',
  lines: [line],
  totals: {
    taxable: 57_600,
    cgst: 1_440,
    sgst: 1_440,
    igst: 0,
    total: 60_480,
    roundOff: 20,
    payable: 60_500,
  },
  creditedPaise: 0,
  advancePaise: 0,
};
const english = { language: 'en', site: undefined } as const;

test('the page of an invoice says all that the law wants on it', () => {
  const page = invoicePage(invoice, english);
  for (const text of [
    ...['BLR01/26/000001', '18-11-2026', 'Indiranagar store', '12, 100 Feet Road', '29ABCDE1234F1Z5', 'KA-1'],
    ...['Asha Rao, 4, MG Road, 560001', 'Ravi Rao', 'Dr Iyer', 'Meera Nair KA123', 'Reverse charge'],
    ...['State 29', 'Units 20', 'Batch B1, expires 04/2027, HSN 3004', 'MRP ₹33.60, discount 10 %'],
    ...['Taxable ₹576.00, tax 5 % ₹28.80', '₹604.80', '₹0.20', '₹605.00', 'Rupees six hundred five only'],
  ])
    expect(page).toContain(text);
  expect(page).not.toContain('IGST');
});

test('what was paid in advance is on it', () => {
  expect(invoicePage(invoice, english)).not.toContain('Paid in advance');
  expect(invoicePage({ ...invoice, advancePaise: 12_000 }, english)).toContain(
    '<dt>Paid in advance</dt><dd><span class="n">₹120.00</span></dd>',
  );
});

test('a credit note is called a credit note everywhere, and asks for no payment', () => {
  const credit = { ...invoice, kind: 'CREDIT_NOTE', number: 'BLR01/C26/000001' } as const;
  const page = invoicePage({ ...credit, against: 'BLR01/I26/000001' }, english);
  expect(page).toContain('<h1>Credit note</h1>');
  expect(page).toContain('This is a computer-generated credit note.');
  expect(page).not.toMatch(/Payable|generated invoice/);
  const spanish = invoicePage(credit, { ...english, language: 'es' });
  expect(spanish).toContain('Nota de crédito generada de forma electrónica.');
  expect(spanish).not.toMatch(/A pagar|Factura generada/);
});

test('it speaks the language asked for, and leads to the other', () => {
  const page = invoicePage(invoice, { ...english, language: 'es' });
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('<h1>Factura</h1>');
  expect(page).toContain('href="?language=en"');
});

test('what people wrote cannot break out of it', () => {
  const page = invoicePage(invoice, english);
  expect(page).toContain('Dolo &lt;650&gt; &amp; Co');
  expect(page).not.toContain('<650>');
});

test('nothing is fetched: its style and its one script are allowed by their hash alone', () => {
  const page = invoicePage(invoice, english);
  expect(page).not.toMatch(/\b(src|srcset)=|url\(|<link/);
  expect(invoicePagePolicy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/,
  );
  expect(invoicePagePolicy).not.toContain('unsafe');
  // Inline attributes would need what the policy does not allow.
  expect(page).not.toMatch(/ style=| on\w+=/);
});

test('its footer names the terms and the privacy policy, linked once the provider’s site is configured', () => {
  const page = gonePage(english);
  expect(page).toMatch(/Copyright 2020.*<span>Terms of Use<\/span> <span>Privacy Policy<\/span>/);
  expect(gonePage({ ...english, site: 'https://provider.example/' })).toContain(
    '<a href="https://provider.example/terms" rel="noreferrer">Terms of Use</a> <a href="https://provider.example/privacy"',
  );
});
