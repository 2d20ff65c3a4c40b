import { choice, date, money, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { neverBackDated } from '../families/master-rules.ts';

/**
 * Daily spending limits of a designation by category, who approves above them, and the rate per kilometre,
 * from a given day.
 */
export const accountsThreshold = defineMaster({
  route: 'masters/accounts-threshold',
  kind: 'accountsThreshold',
  scope: 'iPooId',
  title: { en: 'Accounts thresholds', es: 'Umbrales de cuentas' },
  plain: true,
  inForceFrom: 'dFrom',
  rights: ['view', 'create', 'edit'],
  fields: [
    reference('iDesignationId', { en: 'Designation', es: 'Cargo' }, 'designation', { required: true }),
    reference('iPooId', { en: 'Only at', es: 'Solo en' }, 'placeOfOperation'),
    choice(
      'vCategory',
      { en: 'Category', es: 'Categoría' },
      {
        twoWheeler: { en: 'Own two-wheeler', es: 'Moto propia' },
        car: { en: 'Own car', es: 'Automóvil propio' },
        publicTransport: { en: 'Public transport', es: 'Transporte público' },
        food: { en: 'Food', es: 'Comida' },
        lodging: { en: 'Lodging', es: 'Alojamiento' },
        phone: { en: 'Phone', es: 'Teléfono' },
        other: { en: 'Other', es: 'Otro' },
      },
      { required: true },
    ),
    date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
    money(
      'nDayCapPaise',
      { en: 'Cap a day', es: 'Tope diario' },
      { required: true, max: 50_000_00, section: 'limits' },
    ),
    money(
      'nFirstStepPaise',
      { en: 'First approver up to', es: 'Primer aprobador hasta' },
      { max: 50_000_00, section: 'limits' },
    ),
    money(
      'nSecondStepPaise',
      { en: 'Second approver up to', es: 'Segundo aprobador hasta' },
      { max: 50_000_00, section: 'limits' },
    ),
    money(
      'nKmRatePaise',
      { en: 'Rate a km', es: 'Tarifa por km' },
      {
        required: true,
        max: 100_00,
        visibleWhen: { field: 'vCategory', in: ['twoWheeler', 'car'] },
        section: 'limits',
      },
    ),
  ],
  unique: [
    {
      name: 'inForce',
      field: 'dFrom',
      keys: (fields) => [
        `${String(fields.iDesignationId)}|${String(fields.iPooId ?? '')}|${String(fields.vCategory)}|${String(fields.dFrom)}`,
      ],
    },
  ],
  rules: [
    neverBackDated('dFrom'),
    (fields) =>
      fields.nFirstStepPaise != null &&
      fields.nSecondStepPaise != null &&
      Number(fields.nSecondStepPaise) < Number(fields.nFirstStepPaise)
        ? { code: 'rangesCross', field: 'nSecondStepPaise' }
        : null,
  ],
  example: {
    iDesignationId: 1,
    vCategory: 'twoWheeler',
    dFrom: '2027-01-01',
    nDayCapPaise: 600_00,
    nFirstStepPaise: 500_00,
    nSecondStepPaise: 5_000_00,
    nKmRatePaise: 4_00,
  },
});
