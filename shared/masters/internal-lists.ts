import { streamKey } from '../core/event.ts';
import { reference as humanReference } from '../core/reference.ts';
import {
  choice,
  date,
  number,
  paragraph,
  percent,
  pincode,
  reference,
  references,
  text,
} from '../families/master-field.ts';
import type { MasterDef } from '../families/master-def.ts';
import { defineMaster } from '../families/master.ts';
import { endsAfterStart, neverBackDated } from '../families/master-rules.ts';
import { patient, patientStatus, type PatientState } from '../streams/customers/patient.ts';

/** People in care, for references of other records; an internal list without a screen. */
const patients = defineMaster({
  name: 'patient',
  route: '',
  entity: 'customerMasterV2',
  kind: 'patient',
  serviceCall: {
    service: 'customer',
    path: 'PatientMaster',
    id: 'iPatientId',
    names: { vName: 'vPatientName' },
  },
  title: { en: 'Patients', es: 'Pacientes' },
  plain: true,
  scope: 'pooIds',
  rights: ['view'],
  fields: [
    text('vCode', { en: 'PT no.', es: 'N.º PT' }, { column: 110 }),
    text('vName', { en: 'Name', es: 'Nombre' }, { column: true }),
    reference('iCustomerId', { en: 'Customer', es: 'Cliente' }, 'customer'),
    text('vRelation', { en: 'Relation', es: 'Parentesco' }, { column: 120 }),
    reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
    references('pooIds', { en: 'Places', es: 'Lugares' }, 'placeOfOperation', { column: false }),
  ],
  source: {
    streams: ['patient'],
    idOf: (event) => Number(streamKey(event.stream)),
    row(before, event) {
      const old =
        (before?.fields.state as PatientState | undefined) ?? patient.initial(streamKey(event.stream));
      const now = patient.evolve(old, event);
      if (now === old) return before ?? null;
      const fields: Record<string, unknown> = {
        vCode: humanReference('PT', streamKey(event.stream)),
        vName: now.name,
        iCustomerId: now.customerId,
        vRelation: now.relation,
        iPooId: now.pooId,
        pooIds: now.pooId === null ? [] : [now.pooId],
        state: now,
      };
      return {
        fields: Object.fromEntries(
          Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
        ),
        iStatus: 1,
        iCancelFlag: 0,
        stage: null,
      };
    },
    status: patientStatus,
    story: [],
  },
  example: {},
});

/**
 * Lists that the specification's calls name without giving them a screen; guarded by the rights of a related
 * screen.
 */
export const internalLists: readonly MasterDef[] = [
  patients,
  defineMaster({
    name: 'salutation',
    route: '',
    entity: 'custdocument',
    kind: 'salutation',
    serviceCall: {
      service: 'masters',
      path: 'salutationmas',
      id: 'iSalutationId',
      names: { vName: 'vSalutation' },
    },
    title: { en: 'Salutations', es: 'Tratamientos' },
    fixed: [
      ['MR', 'Mr'],
      ['MS', 'Ms'],
      ['MRS', 'Mrs'],
      ['DR', 'Dr'],
      ['MASTER', 'Master'],
      ['BABY', 'Baby'],
    ].map(([vCode, vName], i) => ({ id: i + 1, fields: { vCode, vName } })),
    example: { vCode: 'PROF', vName: 'Prof' },
  }),
  defineMaster({
    name: 'escalation',
    route: '',
    entity: 'caretierMaster',
    kind: 'escalation',
    serviceCall: {
      service: 'customer',
      path: 'escalationmaster',
      id: 'iEscalationTypeId',
      names: { vName: 'vEscalationType' },
    },
    title: { en: 'Escalations', es: 'Escalamientos' },
    fields: [
      choice(
        'vSeverity',
        { en: 'Severity', es: 'Gravedad' },
        {
          low: { en: 'Low', es: 'Baja' },
          medium: { en: 'Medium', es: 'Media' },
          high: { en: 'High', es: 'Alta' },
          critical: { en: 'Critical', es: 'Crítica' },
        },
        { required: true },
      ),
      number('iSlaMinutes', { en: 'Within (min)', es: 'En (min)' }, { required: true, min: 1, max: 10_080 }),
      ...[1, 2, 3].map((level) =>
        reference(`iLevel${level}RoleId`, { en: `Level ${level}`, es: `Nivel ${level}` }, 'role'),
      ),
    ],
    example: { vCode: 'VITAL-CRIT', vName: 'Critical vital', vSeverity: 'critical', iSlaMinutes: 15 },
  }),
  defineMaster({
    name: 'districtTalukArea',
    route: '',
    entity: 'territoryMaster',
    kind: 'districtTalukArea',
    serviceCall: { service: 'masters', path: 'DistTlkArea', id: 'iDistTlkAreaId' },
    called: 'vArea',
    title: { en: 'Districts, taluks, areas', es: 'Distritos, taluks, áreas' },
    plain: true,
    fields: [
      text('vDistrict', { en: 'District', es: 'Distrito' }, { required: true, max: 60 }),
      text('vTaluk', { en: 'Taluk', es: 'Taluk' }, { required: true, max: 60 }),
      text('vArea', { en: 'Area', es: 'Área' }, { required: true, max: 80 }),
      pincode('vPincode', { en: 'Pincode', es: 'Código postal' }, { required: true }),
      reference('iTerritoryId', { en: 'Territory', es: 'Territorio' }, 'territory'),
    ],
    unique: [['vDistrict', 'vTaluk', 'vArea']],
    example: {
      vDistrict: 'Bengaluru Urban',
      vTaluk: 'Bengaluru South',
      vArea: 'Jayanagar',
      vPincode: '560041',
      iTerritoryId: 1,
    },
  }),
  defineMaster({
    name: 'employeeRoute',
    route: '',
    entity: 'customerRouteMaster',
    kind: 'employeeRoute',
    serviceCall: { service: 'employee', path: 'emproutemapping', id: 'iEmpRouteId', changes: true },
    scope: 'iEmpId',
    title: { en: 'Employee–route', es: 'Empleado–ruta' },
    plain: true,
    fields: [
      reference('iEmpId', { en: 'Employee', es: 'Empleado' }, 'employee', { required: true }),
      reference('iCustomerRouteId', { en: 'Route', es: 'Ruta' }, 'customerRoute', { required: true }),
      date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
      date('dTo', { en: 'To', es: 'Hasta' }),
    ],
    spans: { of: ['iEmpId', 'iCustomerRouteId'], from: 'dFrom', to: 'dTo' },
    rules: [endsAfterStart('dFrom', 'dTo')],
    example: { iEmpId: 1, iCustomerRouteId: 1, dFrom: '2026-11-01' },
  }),
  defineMaster({
    name: 'dayEndExclusion',
    route: '',
    group: 'HR',
    entity: 'attendanceDetails',
    kind: 'dayEndExclusion',
    serviceCall: { service: 'employee', path: 'dayendexclusion', id: 'iDayEndExclusionId', changes: true },
    scope: 'iEmpId',
    title: { en: 'Day-end exclusions', es: 'Exclusiones de cierre' },
    plain: true,
    fields: [
      reference('iEmpId', { en: 'Employee', es: 'Empleado' }, 'employee', { required: true }),
      date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
      date('dTo', { en: 'To', es: 'Hasta' }),
      paragraph('vReason', { en: 'Reason', es: 'Motivo' }, { required: true, min: 5, max: 200 }),
    ],
    spans: { of: ['iEmpId'], from: 'dFrom', to: 'dTo' },
    rules: [endsAfterStart('dFrom', 'dTo')],
    example: { iEmpId: 1, dFrom: '2026-11-01', dTo: '2026-11-30', vReason: 'Works at the head office' },
  }),
  // The accounts keep it beside their other amounts by date. A version that is in force stays as it is.
  defineMaster({
    name: 'incentivePlan',
    route: '',
    entity: 'accounts-threshold',
    kind: 'incentivePlan',
    scope: 'iPooId',
    title: { en: 'Incentive plans', es: 'Planes de incentivos' },
    plain: true,
    inForceFrom: 'dFrom',
    fields: [
      text('vName', { en: 'Plan', es: 'Plan' }, { required: true, max: 60 }),
      reference('iPooId', { en: 'Only at', es: 'Solo en' }, 'placeOfOperation'),
      date('dFrom', { en: 'From', es: 'Desde' }, { required: true }),
      percent(
        'nRateBp',
        { en: 'Of the taxable value', es: 'Del valor imponible' },
        { required: true, max: 2_500 },
      ),
    ],
    unique: [
      {
        name: 'inForce',
        field: 'dFrom',
        keys: (fields) => [`${String(fields.iPooId ?? '')}|${String(fields.dFrom)}`],
      },
    ],
    nameMayRepeat: true,
    rules: [neverBackDated('dFrom')],
    example: { vName: 'Affiliates', dFrom: '2027-01-01', nRateBp: 200 },
  }),
];
