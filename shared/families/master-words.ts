import type { Words } from '../core/words.ts';
import type { MasterColumn, MasterSpec } from './master-def.ts';
import { placeFilter, sections, type Both, type MasterField } from './master-field.ts';
import type { ColumnDef } from './screen.ts';
import { waitingFilter } from './master-waits.ts';

const kinds: Readonly<Record<MasterField['kind'], ColumnDef['kind']>> = {
  text: 'text',
  note: 'text',
  integer: 'number',
  decimal: 'number',
  money: 'money',
  percent: 'number',
  date: 'date',
  time: 'time',
  flag: 'flag',
  choice: 'status',
  choices: 'text',
  reference: 'text',
  references: 'text',
  phone: 'phone',
  email: 'text',
  pincode: 'text',
  url: 'text',
  gstin: 'text',
  file: 'text',
  rows: 'text',
};

const ends: Readonly<Record<string, Both>> = {
  iId: { en: 'No.', es: 'N.º' },
  iStatus: { en: 'Status', es: 'Estado' },
  updatedBy: { en: 'Updated by', es: 'Modificado por' },
  updatedAt: { en: 'Updated at', es: 'Modificado el' },
};

/** The list's columns: the fields, then status, who changed it last and when. */
export function columnsOf(spec: MasterSpec, fields: readonly MasterField[]): readonly MasterColumn[] {
  const asked = spec.list ? spec.list.map((name) => fields.find((field) => field.name === name) ?? null) : fields.filter((field) => field.column !== false);
  const status: MasterColumn = { key: 'iStatus', kind: 'status', of: spec.stages ? 'stage' : 'state', width: statusWidth(spec), filter: 'set' };
  /** A list that names its status itself is shown just so; who changed it last can be added. */
  const whole = spec.list?.includes('iStatus') ?? false;
  return [
    ...(!fields.some((field) => field.name === 'vCode') ? [{ key: 'iId', kind: 'id' as const, width: 90 }] : []),
    ...asked.map((field): MasterColumn =>
      field === null
        ? status
        : {
            key: field.name,
            kind: kinds[field.kind],
            field,
            ...(typeof field.column === 'number' ? { width: field.column } : field.name === 'vName' ? { flex: 2, width: 180 } : { flex: 1 }),
            ...(field.lookup ? { lookup: field.lookup } : {}),
            ...(field.hidden ? { hidden: true } : {}),
            ...(field.kind === 'choice' ? { of: `option.${field.name}` } : {}),
            ...(field.filter ? { filter: field.filter } : field.kind === 'text' ? { filter: 'text' as const } : {}),
          },
    ),
    ...(spec.counts ?? []).map((count): MasterColumn => ({ key: count.name, kind: 'number', count, width: 105 })),
    ...(spec.waits ? [{ key: waitingFilter.name, kind: 'age' as const, width: 95 }] : []),
    ...(whole ? [] : [status]),
    { key: 'updatedBy', kind: 'person', width: 190, ...(whole ? { hidden: true } : {}) },
    { key: 'updatedAt', kind: 'instant', width: 150, ...(whole ? { hidden: true } : {}) },
  ];
}

/** As wide as the longest word for where a record stands, in either language. */
function statusWidth(spec: MasterSpec): number {
  const longest = Math.max(0, ...Object.values(spec.stages?.names ?? {}).flatMap((both) => Object.values(both).map((word: string) => word.length)));
  return Math.min(210, Math.max(110, 38 + longest * 7));
}

/** The namespace of one master: title, field, column, option and stage words, from the labels beside the fields. */
export function masterWords(spec: MasterSpec, fields: readonly MasterField[]): Words<string> {
  const en: Record<string, string> = {};
  const es: Record<string, string> = {};
  const say = (key: string, { en: english, es: spanish }: Both): void => {
    en[key] = english;
    es[key] = spanish;
  };
  say('title', spec.title);
  for (const [key, label] of Object.entries(ends)) say(`column.${key}`, label);
  say('state.1', { en: 'Active', es: 'Activo' });
  say('state.0', { en: 'Inactive', es: 'Inactivo' });
  const tell = (field: MasterField, prefix: string): void => {
    say(`field.${prefix}${field.name}`, field.label);
    if (prefix === '') say(`column.${field.name}`, field.label);
    if (field.section) say(`section.${field.section}`, sections[field.section]);
    for (const [value, label] of Object.entries(field.options ?? {})) say(`option.${prefix}${field.name}.${value}`, label);
    for (const inner of field.of ?? []) tell(inner, `${field.name}.`);
  };
  for (const field of fields) tell(field, '');
  if (spec.placeOf) say(`field.${placeFilter.name}`, placeFilter.label);
  if (spec.waits) tell(waitingFilter, '');
  for (const { name, label } of spec.counts ?? []) {
    say(`column.${name}`, label);
    say(`field.${name}`, label);
  }
  for (const [stage, label] of Object.entries(spec.stages?.names ?? {})) say(`stage.${stage}`, label);
  for (const [action, { label }] of Object.entries(spec.stages?.actions ?? {})) say(`action.${action}`, label);
  for (const order of spec.orders ?? []) {
    say(`action.${order.name}`, order.label);
    if (order.instead) say(`action.${order.name}.instead`, order.instead.label);
    if (order.elsewhere) say(`action.${order.name}.elsewhere`, order.elsewhere.label);
    for (const field of order.fields) tell(field, `${order.name}.`);
  }
  if (spec.series) say('action.series', spec.series.label);
  for (const field of spec.series?.fields ?? []) tell(field, 'series.');
  return { en: { ...en, ...spec.words?.en }, es: { ...es, ...spec.words?.es } };
}
