import { flag, pincode, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const services = {
  setup: ['Setup', 'Instalación'],
  sales: ['Sales', 'Ventas'],
  orientation: ['Orientation', 'Orientación'],
  lab: ['Lab', 'Laboratorio'],
  delivery: ['Delivery', 'Entrega'],
} as const;
const names = Object.keys(services) as (keyof typeof services)[];

/** Which place serves a pincode with what; a pincode and service belong to one place. */
export const pincodeService = defineMaster({
  route: 'masters/pincode-sevice-tagging',
  kind: 'pincodeService',
  scope: 'iPooId',
  title: ['Pincode service tagging', 'Servicios por código postal'],
  plain: true,
  fields: [
    pincode('vPincode', ['Pincode', 'Código postal'], { required: true, filter: 'text' }),
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation', { required: true }),
    ...names.map((name) => flag(name, services[name], { default: 0, filter: 'set', column: 110 })),
  ],
  unique: [
    {
      name: 'pincodeService',
      field: 'vPincode',
      keys: (fields) => names.filter((name) => fields[name] === 1).map((name) => `${String(fields.vPincode)}|${name}`),
    },
  ],
  example: { vPincode: '560041', iPooId: 1, setup: 1, sales: 1, orientation: 1, lab: 0, delivery: 1 },
});
