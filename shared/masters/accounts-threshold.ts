import { choice, date, money, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { neverBackDated } from '../families/master-rules.ts';

/** How much a designation may spend a day by category, who must approve it, and what a kilometre pays, from a day on. */
export const accountsThreshold = defineMaster({
  route: 'masters/accounts-threshold',
  kind: 'accountsThreshold',
  scope: 'iPooId',
  title: ['Accounts thresholds', 'Umbrales de cuentas'],
  plain: true,
  rights: ['view', 'create', 'edit'],
  fields: [
    reference('iDesignationId', ['Designation', 'Cargo'], 'designation', { required: true }),
    reference('iPooId', ['Only at', 'Solo en'], 'placeOfOperation'),
    choice(
      'vCategory',
      ['Category', 'Categoría'],
      {
        twoWheeler: ['Own two-wheeler', 'Moto propia'],
        car: ['Own car', 'Coche propio'],
        publicTransport: ['Public transport', 'Transporte público'],
        food: ['Food', 'Comida'],
        lodging: ['Lodging', 'Alojamiento'],
        phone: ['Phone', 'Teléfono'],
        other: ['Other', 'Otro'],
      },
      { required: true },
    ),
    date('dFrom', ['From', 'Desde'], { required: true }),
    money('nDayCapPaise', ['Cap a day', 'Tope diario'], { required: true, max: 50_000_00, section: 'limits' }),
    money('nFirstStepPaise', ['First approver up to', 'Primer aprobador hasta'], { max: 50_000_00, section: 'limits' }),
    money('nSecondStepPaise', ['Second approver up to', 'Segundo aprobador hasta'], { max: 50_000_00, section: 'limits' }),
    money('nKmRatePaise', ['Rate a km', 'Tarifa por km'], {
      required: true,
      max: 100_00,
      visibleWhen: { field: 'vCategory', in: ['twoWheeler', 'car'] },
      section: 'limits',
    }),
  ],
  unique: [
    {
      name: 'inForce',
      field: 'dFrom',
      keys: (fields) => [`${String(fields.iDesignationId)}|${String(fields.iPooId ?? '')}|${String(fields.vCategory)}|${String(fields.dFrom)}`],
    },
  ],
  rules: [
    neverBackDated('dFrom'),
    (fields) =>
      fields.nFirstStepPaise != null && fields.nSecondStepPaise != null && Number(fields.nSecondStepPaise) < Number(fields.nFirstStepPaise)
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
