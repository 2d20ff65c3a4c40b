import {
  choice,
  choices,
  date,
  decimal,
  yesNo,
  gstin,
  number,
  money,
  reference,
  rows,
  text,
  time,
} from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { noneTwice, phoneField, shownAddressFields } from '../families/master-rules.ts';

export const placeOfOperation = defineMaster({
  route: 'masters/placeofoperarion',
  kind: 'placeOfOperation',
  title: { en: 'Places of operation', es: 'Lugares de operación' },
  pageSize: 1000,
  deactivateUnused: true,
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
      { en: 'Kind', es: 'Tipo' },
      {
        warehouse: { en: 'Warehouse', es: 'Almacén' },
        store: { en: 'Store', es: 'Tienda' },
        hub: { en: 'Hub', es: 'Centro' },
      },
      { required: true, default: 'store', column: 100 },
    ),
    reference('iTerritoryId', { en: 'Territory', es: 'Territorio' }, 'territory', { column: false }),
    text(
      'vCity',
      { en: 'City', es: 'Ciudad' },
      { required: true, max: 60, section: 'address', filter: 'text' },
    ),
    ...shownAddressFields.map((field) => (field.name === 'vPincode' ? { ...field, hidden: true } : field)),
    text(
      'vStateCode',
      { en: 'GST state code', es: 'Código de estado GST' },
      { min: 2, max: 2, pattern: '\\d{2}', section: 'address', column: false },
    ),
    decimal(
      'lat',
      { en: 'Latitude', es: 'Latitud' },
      { min: -90, max: 90, section: 'address', hidden: true },
    ),
    decimal(
      'lng',
      { en: 'Longitude', es: 'Longitud' },
      { min: -180, max: 180, section: 'address', hidden: true },
    ),
    number(
      'iServiceRadiusKm',
      { en: 'Radius (km)', es: 'Radio (km)' },
      { min: 1, max: 100, section: 'limits', column: 95 },
    ),
    { ...phoneField, hidden: true },
    time('tOpens', { en: 'Opens', es: 'Abre' }, { section: 'limits', column: 80 }),
    time('tCloses', { en: 'Closes', es: 'Cierra' }, { section: 'limits', column: 80 }),
    choices(
      'openDays',
      { en: 'Open days', es: 'Días abiertos' },
      {
        mon: { en: 'Monday', es: 'Lunes' },
        tue: { en: 'Tuesday', es: 'Martes' },
        wed: { en: 'Wednesday', es: 'Miércoles' },
        thu: { en: 'Thursday', es: 'Jueves' },
        fri: { en: 'Friday', es: 'Viernes' },
        sat: { en: 'Saturday', es: 'Sábado' },
        sun: { en: 'Sunday', es: 'Domingo' },
      },
      { section: 'limits', hidden: true },
    ),
    gstin('vGstin', { en: 'GSTIN', es: 'GSTIN' }, { section: 'licence', hidden: true }),
    text(
      'vDrugLicenceNo',
      { en: 'Drug licence no.', es: 'N.º de licencia de medicamentos' },
      { max: 40, section: 'licence', column: false },
    ),
    date(
      'dLicenceExpiry',
      { en: 'Licence valid till', es: 'Licencia válida hasta' },
      { section: 'licence', urgentDays: 60 },
    ),
    rows(
      'licences',
      { en: 'Further licences', es: 'Otras licencias' },
      [
        text('vForm', { en: 'Form', es: 'Formulario' }, { required: true, max: 10 }),
        text('vNumber', { en: 'Number', es: 'Número' }, { required: true, max: 40 }),
        date('dValidTo', { en: 'Valid till', es: 'Válida hasta' }, { required: true }),
      ],
      { max: 10, section: 'licence' },
    ),
    rows(
      'pharmacists',
      { en: 'Registered pharmacists', es: 'Farmacéuticos registrados' },
      [
        reference('iEmpId', { en: 'Pharmacist', es: 'Farmacéutico' }, 'employee', { required: true }),
        text(
          'vRegNo',
          { en: 'Registration no.', es: 'N.º de registro' },
          { required: true, upper: true, min: 3, max: 30 },
        ),
      ],
      { max: 20, section: 'licence' },
    ),
    money(
      'nCashFloatPaise',
      { en: 'Cash float', es: 'Fondo de caja' },
      { max: 99_999_999, section: 'limits', column: false },
    ),
    yesNo(
      'bColdStorage',
      { en: 'Cold storage', es: 'Cadena de frío' },
      { default: 0, section: 'limits', column: false },
    ),
  ],
  rules: [
    noneTwice('pharmacists', 'iEmpId', 'vRegNo'),
    (fields) =>
      (fields.lat == null) !== (fields.lng == null)
        ? { code: 'bothCoordinates', field: fields.lat == null ? 'lat' : 'lng' }
        : null,
    (fields) =>
      fields.vGstin != null &&
      fields.vStateCode != null &&
      !String(fields.vGstin).startsWith(String(fields.vStateCode))
        ? { code: 'gstinStateMismatch', field: 'vGstin' }
        : null,
    (fields) =>
      fields.tOpens != null && fields.tCloses != null && String(fields.tCloses) <= String(fields.tOpens)
        ? { code: 'endsBeforeStart', field: 'tCloses' }
        : null,
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
