import { z } from 'zod';
import { limits } from '#shared/core/limits.ts';
import type { MasterDef, ServiceCall } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Operation } from '../../http/openapi-document.ts';

type Parameter = Readonly<Record<string, unknown>>;
const query = (name: string, schema: object, description?: string): Parameter => ({
  name,
  in: 'query',
  schema,
  ...(description ? { description } : {}),
});
const whole = (minimum: number, maximum?: number) => ({
  type: 'integer',
  minimum,
  ...(maximum === undefined ? {} : { maximum }),
});
const text = (maxLength: number) => ({ type: 'string', maxLength });
const flag = { type: 'string', enum: ['0', '1'] };
const key = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};
const seen = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: 'The version one saw, e.g. "7"',
};
const number = { name: 'id', in: 'path', required: true, schema: whole(1, 2_147_483_647) };
const mapping = { ...number, schema: whole(1) };

/**
 * Describes every master's routes: the queries of a list, the fields of a record, and the specification's
 * calls.
 */
export function masterOperations(defs: readonly MasterDef[]): Operation[] {
  const byKind = new Map([...defs].reverse().map((def) => [def.kind, def]));
  return [
    ...defs.flatMap(routesOf),
    ...[...byKind.values()].flatMap((def) => (def.serviceCall ? callsOf(def.serviceCall, def) : [])),
    ...fixedCalls,
  ];
}

function routesOf(def: MasterDef): Operation[] {
  const title = def.title.en;
  const name = encodeURIComponent(def.name);
  const fields = def.filters.filter((field) => field.kind !== 'rows').map((field) => field.name);
  const sorts = def.columns.map((column) => column.name);
  const list = [
    query('pageNo', { ...whole(0), default: 0 }),
    query('records', { ...whole(1), default: 100 }, `At most ${def.pageSize}; more is cut to that.`),
    query('sort', text(200), `Names of columns, with - before for the other way: ${sorts.join(', ')}`),
    query(
      'filter',
      text(8_000),
      `JSON: {field: {op, value}}, op one of eq ne contains starts gt gte lt lte between in blank notBlank; fields: ${['iStatus', ...(def.stages ? ['stage'] : []), ...fields].join(', ')}`,
    ),
    query('q', text(100), 'Words that must all occur.'),
    query('cancelled', { ...flag, default: '0' }),
  ];
  const read = def.need('view');
  const operations: Operation[] = [
    {
      path: `/masters-list/${name}`,
      method: 'get',
      summary: `${title}: a page of the list`,
      need: read,
      parameters: list,
    },
    {
      path: `/masters-record/${name}/{id}`,
      method: 'get',
      summary: `${title}: one record, now or at an instant`,
      need: read,
      parameters: [number, query('at', { type: 'string', format: 'date-time' })],
    },
    {
      path: `/masters-export/${name}`,
      method: 'get',
      summary: `${title}: the list as a file`,
      need: read,
      parameters: [
        ...list,
        query('format', { type: 'string', enum: ['csv', 'xlsx'], default: 'csv' }),
        query('lang', { type: 'string', enum: ['en', 'es'] }),
        query('columns', text(2_000), 'Names of fields with commas; left out: all.'),
      ],
    },
  ];
  if (def.source) return operations;
  const shape = shapeOf(def);
  const reason = { type: 'string', maxLength: 500 };
  if (def.rights.includes('create'))
    operations.push({
      path: `/commands/master/${def.kind}-new/create`,
      method: 'post',
      summary: `${title}: make a record`,
      need: def.need('create'),
      parameters: [key],
      body: body({ fields: shape, iStatus: { type: 'integer', enum: [0, 1] }, reason }, ['fields']),
      example: { fields: def.example },
    });
  if (def.rights.includes('edit'))
    operations.push({
      path: `/commands/master/${def.kind}-{id}/update`,
      method: 'post',
      summary: `${title}: change fields; only those that are given`,
      need: def.need('edit'),
      parameters: [number, key, seen],
      body: body({ fields: { ...shape, required: [] }, reason }, ['fields']),
    });
  return operations;
}

function callsOf(call: ServiceCall, def: MasterDef): Operation[] {
  const path = `/${call.service}/api/v2/${call.path}`;
  const wire = (name: string): string => call.names?.[name] ?? name;
  const requested = def.fields.filter((field) => !['rows', 'references', 'choices'].includes(field.kind));
  const list: Operation = {
    path,
    method: 'get',
    summary: `${def.title.en}, as the specification calls it`,
    need: 'signedIn',
    parameters: [
      ...paging(def.pageSize),
      query('iCancelFlag', { ...flag, default: '0' }),
      ...requested
        .filter((field) => field.name !== 'iStatus')
        .map((field) => query(wire(field.name), schemaFor(field))),
    ],
  };
  const one: Operation = {
    path: `${path}/{id}`,
    method: 'get',
    summary: `${def.title.en}: one, by ${call.id}`,
    need: 'signedIn',
    parameters: [number],
  };
  if (!call.changes) return [list, one];
  const shape = shapeOf(def) as { properties?: Record<string, unknown>; required?: string[] };
  const properties = Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([name, value]) => [wire(name), value]),
  );
  const flags = { iStatus: { type: 'integer', enum: [0, 1] } };
  return [
    list,
    one,
    {
      path,
      method: 'post',
      summary: `${def.title.en}: make one`,
      need: def.need('create'),
      parameters: [key],
      body: body({ ...properties, ...flags }, (shape.required ?? []).map(wire)),
      example: Object.fromEntries(Object.entries(def.example).map(([name, value]) => [wire(name), value])),
    },
    {
      path: `${path}/{id}`,
      method: 'put',
      summary: `${def.title.en}: change one`,
      need: def.need('edit'),
      parameters: [number, key, seen],
      body: body({ ...properties, ...flags }, []),
    },
  ];
}

const since = query('modifiedSince', { type: 'string', format: 'date-time' });
const pages = (most: number): Parameter[] => [
  query('pageNo', { ...whole(0), default: 0 }),
  query('records', whole(1), `At most ${most}; more is cut to that.`),
];
const paging = (most: number): Parameter[] => [
  ...pages(most),
  query('modifiedSince', { type: 'string', format: 'date-time' }),
  query('iStatus', flag),
];

const employeeFilter: Parameter[] = [
  ...paging(limits.pageSizes.employeeMaster),
  query('vEmpFname', text(100)),
  query('vEmail', text(100)),
  query('vEmpPhone', text(20)),
  query('iIsAffiliate', flag),
  query('iReportManagerId', whole(1)),
  query(
    'isManagerFlag',
    flag,
    `1: those who may be reporting managers, at most ${limits.pageSizes.managerList}.`,
  ),
];
const daySlots: Parameter[] = [
  ...pages(limits.pageSizes.slots),
  { ...query('appDate', { type: 'string', format: 'date' }), required: true },
  { ...query('iAssignedTo', whole(1)), required: true },
  query('iPooId', whole(1), "The place of the visit, whose holidays count; left out: the employee's own."),
  query('vAppType', { type: 'string', enum: ['setup', 'sales', 'orientation'], default: 'setup' }),
  query('iSlotType', { type: 'integer', enum: [1, 2, 3], default: 1 }, '1 home visit, 2 phone, 3 video.'),
];
const listed = (path: string, summary: string, parameters: Parameter[], need = 'signedIn'): Operation => ({
  path,
  method: 'get',
  summary,
  need,
  parameters,
});
const seesPlaces = 'Masters/employeePooMapping:view';
/** Lists served from memory; their queries are parsed in server/services. */
const fixedCalls: readonly Operation[] = [
  listed('/employee/api/v2/employees/filter', 'Employees, as the specification filters them', employeeFilter),
  listed('/employee/api/v2/getemployeeslist', 'Employees, as the specification filters them', employeeFilter),
  listed(
    '/employee/api/v2/employeepoomapping',
    'Who works for which place of operation, as the specification calls it',
    [
      ...paging(limits.pageSizes.employeeMaster),
      query('iEmpId', whole(1)),
      query('iPooId', whole(1)),
      query('bPrimary', flag, '1: only the primary places.'),
    ],
    seesPlaces,
  ),
  listed(
    '/employee/api/v2/employeepoomapping/{id}',
    'Employee–place: one, by iEmpPooId',
    [mapping],
    seesPlaces,
  ),
  listed(
    '/employee/api/v2/appointmentslot',
    'The half hours of an employee’s day: free, or why not',
    daySlots,
  ),
  listed(
    '/employee/api/v2/Appointment/slots',
    'The half hours of an employee’s day: free, or why not',
    daySlots,
  ),
  listed(
    '/employee/api/v2/employeetracedetails',
    'Where people were when they checked in, of the last 90 days',
    [
      ...pages(limits.pageSizes.traceDetails),
      since,
      query('iEmpId', whole(1)),
      ...['date', 'dFrom', 'dTo'].map((name) => query(name, { type: 'string', format: 'date' })),
    ],
  ),
  listed('/masters/api/v2/DesignationMaster', 'Designations', [
    ...paging(limits.pageSizes.designationMaster),
    query('vDesignationName', text(100)),
  ]),
  listed('/masters/api/v2/PlaceOfOperation', 'Places of operation', [
    ...paging(limits.pageSizes.designationMaster),
    query('vPooName', text(100)),
  ]),
  listed('/masters-task-movement', 'Open tasks of one employee, each held against the day of another', [
    query('from', whole(1)),
    query('to', whole(1)),
    query('dFrom', { type: 'string', format: 'date' }),
    query('dTo', { type: 'string', format: 'date' }),
    query('vAppType', { type: 'string', enum: ['setup', 'sales', 'orientation'] }),
  ]),
];

function shapeOf(def: MasterDef): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(def.schema(), { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
}

function body(properties: Readonly<Record<string, unknown>>, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

function schemaFor(field: MasterField): object {
  switch (field.kind) {
    case 'number':
    case 'money':
    case 'reference':
      return { type: 'integer' };
    case 'decimal':
    case 'percent':
      return { type: 'number' };
    case 'yesNo':
      return flag;
    case 'choice':
      return { type: 'string', enum: Object.keys(field.options ?? {}) };
    case 'date':
      return { type: 'string', format: 'date' };
    default:
      return text(200);
  }
}
