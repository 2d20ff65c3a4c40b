import { expect, it } from 'vitest';
import { linkMessage } from './message.ts';

const link = { invoiceNumber: 'BLR01/26/000001', paise: 1_23_456_78 };
const url = 'https://shop.example/onlinePayment?link=abc';

it('a payment message is in the customer’s language, with rupees in Indian groups', () => {
  expect(linkMessage(link, url, 'en')).toBe(`Please pay ₹1,23,456.78 for BLR01/26/000001 here: ${url}`);
  expect(linkMessage(link, url, 'es')).toBe(`Pague ₹1,23,456.78 por BLR01/26/000001 aquí: ${url}`);
});

it('a payment message is in English for a language without a text, and for none', () => {
  for (const language of ['kn', null]) expect(linkMessage(link, url, language)).toContain('Please pay ₹');
});
