import { choice, choices, date, decimal, flag, gstin, integer, money, reference, rows, text, time } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { noneTwice, phoneField, shownAddressFields } from '../families/master-rules.ts';

export const placeOfOperation = defineMaster({
  route: 'masters/placeofoperarion',
  kind: 'placeOfOperation',
  title: ['Places of operation', 'Lugares de operación'],
  pageSize: 1000,
  list: [
    'vCode',
    'vName',
    'vKind',
    'vCity',
    'vAddress',
    'vPincode',
    'dLicenceExpiry',
    'tOpens',
    'tCloses',
    'iServiceRadiusKm',
    'vPhone',
    'lat',
    'lng',
    'openDays',
    'vGstin',
  ],
  fields: [
    choice(
      'vKind',
      ['Kind', 'Tipo'],
      { warehouse: ['Warehouse', 'Almacén'], store: ['Store', 'Tienda'], hub: ['Hub', 'Centro'] },
      { required: true, default: 'store', column: 100 },
    ),
    reference('iTerritoryId', ['Territory', 'Territorio'], 'territory', { column: false }),
    text('vCity', ['City', 'Ciudad'], { required: true, max: 60, section: 'address', filter: 'text' }),
    ...shownAddressFields.map((field) => (field.name === 'vPincode' ? { ...field, hidden: true } : field)),
    text('vStateCode', ['GST state code', 'Código de estado GST'], { min: 2, max: 2, pattern: '\\d{2}', section: 'address', column: false }),
    decimal('lat', ['Latitude', 'Latitud'], { min: -90, max: 90, section: 'address', hidden: true }),
    decimal('lng', ['Longitude', 'Longitud'], { min: -180, max: 180, section: 'address', hidden: true }),
    integer('iServiceRadiusKm', ['Radius (km)', 'Radio (km)'], { min: 1, max: 100, section: 'limits', column: 95 }),
    { ...phoneField, hidden: true },
    time('tOpens', ['Opens', 'Abre'], { section: 'limits', column: 80 }),
    time('tCloses', ['Closes', 'Cierra'], { section: 'limits', column: 80 }),
    choices(
      'openDays',
      ['Open days', 'Días abiertos'],
      {
        mon: ['Monday', 'Lunes'],
        tue: ['Tuesday', 'Martes'],
        wed: ['Wednesday', 'Miércoles'],
        thu: ['Thursday', 'Jueves'],
        fri: ['Friday', 'Viernes'],
        sat: ['Saturday', 'Sábado'],
        sun: ['Sunday', 'Domingo'],
      },
      { section: 'limits', hidden: true },
    ),
    gstin('vGstin', ['GSTIN', 'GSTIN'], { section: 'licence', hidden: true }),
    text('vDrugLicenceNo', ['Drug licence no.', 'N.º de licencia de medicamentos'], { max: 40, section: 'licence', column: false }),
    date('dLicenceExpiry', ['Licence valid till', 'Licencia válida hasta'], { section: 'licence', urgentDays: 60 }),
    rows(
      'licences',
      ['Further licences', 'Otras licencias'],
      [
        text('vForm', ['Form', 'Formulario'], { required: true, max: 10 }),
        text('vNumber', ['Number', 'Número'], { required: true, max: 40 }),
        date('dValidTo', ['Valid till', 'Válida hasta'], { required: true }),
      ],
      { max: 10, section: 'licence' },
    ),
    rows(
      'pharmacists',
      ['Registered pharmacists', 'Farmacéuticos registrados'],
      [
        reference('iEmpId', ['Pharmacist', 'Farmacéutico'], 'employee', { required: true }),
        text('vRegNo', ['Registration no.', 'N.º de registro'], { required: true, upper: true, min: 3, max: 30 }),
      ],
      { max: 20, section: 'licence' },
    ),
    money('nCashFloatPaise', ['Cash float', 'Fondo de caja'], { max: 99_999_999, section: 'limits', column: false }),
    flag('bColdStorage', ['Cold storage', 'Cadena de frío'], { default: 0, section: 'limits', column: false }),
  ],
  rules: [
    noneTwice('pharmacists', 'iEmpId', 'vRegNo'),
    (fields) => ((fields.lat == null) !== (fields.lng == null) ? { code: 'bothCoordinates', field: fields.lat == null ? 'lat' : 'lng' } : null),
    (fields) =>
      fields.vGstin != null && fields.vStateCode != null && !String(fields.vGstin).startsWith(String(fields.vStateCode))
        ? { code: 'gstinStateMismatch', field: 'vGstin' }
        : null,
    (fields) =>
      fields.tOpens != null && fields.tCloses != null && String(fields.tCloses) <= String(fields.tOpens) ? { code: 'endsBeforeStart', field: 'tCloses' } : null,
  ],
  example: {
    vCode: 'BLR01',
    vName: 'Jayanagar',
    vKind: 'store',
    vCity: 'Bengaluru',
    vAddress: '11th Main, Jayanagar',
    vPincode: '560041',
    vStateCode: '29',
    lat: 12.93,
    lng: 77.58,
    iServiceRadiusKm: 12,
  },
});
