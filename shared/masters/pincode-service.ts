import { yesNo, pincode, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const services = {
  setup: { en: 'Setup', es: 'Instalación' },
  sales: { en: 'Sales', es: 'Ventas' },
  orientation: { en: 'Orientation', es: 'Orientación' },
  lab: { en: 'Lab', es: 'Laboratorio' },
  delivery: { en: 'Delivery', es: 'Entrega' },
} as const;
const names = Object.keys(services) as (keyof typeof services)[];

/** The place that provides a service in a pincode; each pair belongs to one place. */
export const pincodeService = defineMaster({
  route: 'masters/pincode-sevice-tagging',
  kind: 'pincodeService',
  scope: 'iPooId',
  title: { en: 'Pincode service tagging', es: 'Servicios por código postal' },
  plain: true,
  fields: [
    pincode('vPincode', { en: 'Pincode', es: 'Código postal' }, { required: true, filter: 'text' }),
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation', {
      required: true,
    }),
    ...names.map((name) => yesNo(name, services[name], { default: 0, filter: 'set', column: 110 })),
  ],
  unique: [
    {
      name: 'pincodeService',
      field: 'vPincode',
      keys: (fields) =>
        names.filter((name) => fields[name] === 1).map((name) => `${String(fields.vPincode)}|${name}`),
    },
  ],
  example: { vPincode: '560041', iPooId: 1, setup: 1, sales: 1, orientation: 1, lab: 0, delivery: 1 },
});
