import { expect, it } from 'vitest';
import { deliveryChallan, taxInvoice } from './index.ts';
import { noDc } from '../streams/sales/dc/state.ts';
import { withPhones } from '../families/document-phones.ts';

const state = { ...noDc('1'), header: { ...noDc('1').header, phone: '9876500001' } };

it('a paper names a customer’s phone in full only for those who call customers', () => {
  expect(withPhones(deliveryChallan, state, () => false).header.phone).toBe('••••••0001');
  expect(withPhones(deliveryChallan, state, () => true).header.phone).toBe('9876500001');
  expect(taxInvoice.phones).toEqual(['phone']);
});
