import { choice, date, reference, text } from '../families/master-field.ts';
import { isVehicle } from '../core/vehicle.ts';
import { defineMaster } from '../families/master.ts';

export const vehicle = defineMaster({
  route: 'masters/VehicleMaster',
  kind: 'vehicle',
  title: { en: 'Vehicles', es: 'Vehículos' },
  deactivateUnused: true,
  fields: [
    text(
      'vNumber',
      { en: 'Number', es: 'Matrícula' },
      { required: true, upper: true, compact: true, max: 12, column: 130 },
    ),
    choice(
      'vType',
      { en: 'Type', es: 'Tipo' },
      {
        '2W': { en: 'Two-wheeler', es: 'Dos ruedas' },
        '3W': { en: 'Three-wheeler', es: 'Tres ruedas' },
        '4W': { en: 'Four-wheeler', es: 'Cuatro ruedas' },
        COLD: { en: 'Cold van', es: 'Furgón frigorífico' },
      },
      { required: true },
    ),
    reference('iTransporterId', { en: 'Transporter', es: 'Transportista' }, 'transporter', {
      required: true,
    }),
    text('vOwner', { en: 'Owner', es: 'Propietario' }, { max: 100 }),
    reference('iPooId', { en: 'Based at', es: 'Está en' }, 'placeOfOperation'),
    date(
      'dInsuranceTo',
      { en: 'Insurance till', es: 'Seguro hasta' },
      { section: 'licence', urgentDays: 30 },
    ),
    date('dPermitTo', { en: 'Permit till', es: 'Permiso hasta' }, { section: 'licence', urgentDays: 30 }),
    date(
      'dFitnessTo',
      { en: 'Fitness till', es: 'Inspección hasta' },
      { section: 'licence', urgentDays: 30 },
    ),
  ],
  rules: [
    ({ vNumber }) =>
      isVehicle(String(vNumber))
        ? null
        : { code: 'vehicleInvalid', field: 'vNumber', details: { v: String(vNumber) } },
  ],
  unique: [['vNumber']],
  example: {
    vCode: 'VAN-1',
    vName: 'Cold van 1',
    vNumber: 'KA01AB1234',
    vType: 'COLD',
    iTransporterId: 1,
    dInsuranceTo: '2027-06-30',
  },
});
