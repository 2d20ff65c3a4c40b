import { choice, date, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const number = '[A-Z]{2}\\d{1,2}[A-Z]{0,3}\\d{4}|\\d{2}BH\\d{4}[A-Z]{1,2}';

export const vehicle = defineMaster({
  route: 'masters/VehicleMaster',
  kind: 'vehicle',
  title: { en: 'Vehicles', es: 'Vehículos' },
  deactivateUnused: true,
  fields: [
    text('vNumber', { en: 'Number', es: 'Matrícula' }, { required: true, upper: true, max: 12, pattern: number, column: 130 }),
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
    reference('iTransporterId', { en: 'Transporter', es: 'Transportista' }, 'transporter', { required: true }),
    text('vOwner', { en: 'Owner', es: 'Propietario' }, { max: 100 }),
    reference('iPooId', { en: 'Stands at', es: 'Está en' }, 'placeOfOperation'),
    date('dInsuranceTo', { en: 'Insurance till', es: 'Seguro hasta' }, { section: 'licence', urgentDays: 30 }),
    date('dPermitTo', { en: 'Permit till', es: 'Permiso hasta' }, { section: 'licence', urgentDays: 30 }),
    date('dFitnessTo', { en: 'Fitness till', es: 'Inspección hasta' }, { section: 'licence', urgentDays: 30 }),
  ],
  unique: [['vNumber']],
  example: { vCode: 'VAN-1', vName: 'Cold van 1', vNumber: 'KA01AB1234', vType: 'COLD', iTransporterId: 1, dInsuranceTo: '2027-06-30' },
});
