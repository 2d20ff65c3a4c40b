import { choice, date, reference, text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

const number = '[A-Z]{2}\\d{1,2}[A-Z]{0,3}\\d{4}|\\d{2}BH\\d{4}[A-Z]{1,2}';

export const vehicle = defineMaster({
  route: 'masters/VehicleMaster',
  kind: 'vehicle',
  title: ['Vehicles', 'Vehículos'],
  deactivateUnused: true,
  fields: [
    text('vNumber', ['Number', 'Matrícula'], { required: true, upper: true, max: 12, pattern: number, column: 130 }),
    choice(
      'vType',
      ['Type', 'Tipo'],
      {
        '2W': ['Two-wheeler', 'Dos ruedas'],
        '3W': ['Three-wheeler', 'Tres ruedas'],
        '4W': ['Four-wheeler', 'Cuatro ruedas'],
        COLD: ['Cold van', 'Furgón frigorífico'],
      },
      { required: true },
    ),
    reference('iTransporterId', ['Transporter', 'Transportista'], 'transporter', { required: true }),
    text('vOwner', ['Owner', 'Propietario'], { max: 100 }),
    reference('iPooId', ['Stands at', 'Está en'], 'placeOfOperation'),
    date('dInsuranceTo', ['Insurance till', 'Seguro hasta'], { section: 'licence', urgentDays: 30 }),
    date('dPermitTo', ['Permit till', 'Permiso hasta'], { section: 'licence', urgentDays: 30 }),
    date('dFitnessTo', ['Fitness till', 'Inspección hasta'], { section: 'licence', urgentDays: 30 }),
  ],
  unique: [['vNumber']],
  example: { vCode: 'VAN-1', vName: 'Cold van 1', vNumber: 'KA01AB1234', vType: 'COLD', iTransporterId: 1, dInsuranceTo: '2027-06-30' },
});
