import type { Translations } from '../core/translations.ts';
import type { MasterColumn, MasterSpec } from './master-def.ts';
import { placeFilter, sections, type Both, type MasterField } from './master-field.ts';
import type { ColumnDef } from './screen.ts';
import { waitingFilter } from './master-waits.ts';

const kinds: Readonly<Record<MasterField['kind'], ColumnDef['kind']>> = {
  text: 'text',
  paragraph: 'text',
  number: 'number',
  decimal: 'number',
  money: 'money',
  percent: 'number',
  date: 'date',
  time: 'time',
  yesNo: 'yesNo',
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

/** Columns of the list: the fields, then status, last editor and time. */
export function columnsOf(spec: MasterSpec, fields: readonly MasterField[]): readonly MasterColumn[] {
  const requested = spec.list
    ? spec.list.map((name) => fields.find((field) => field.name === name) ?? null)
    : fields.filter((field) => field.column !== false);
  const status: MasterColumn = {
    name: 'iStatus',
    kind: 'status',
    of: spec.stages ? 'stage' : 'state',
    width: statusWidth(spec),
    filter: 'set',
  };
  /**
   * A list that names its status column itself is shown exactly as declared; the last editor can be added.
   */
  const whole = spec.list?.includes('iStatus') ?? false;
  return [
    ...(!fields.some((field) => field.name === 'vCode')
      ? [{ name: 'iId', kind: 'id' as const, width: 90 }]
      : []),
    ...requested.map((field): MasterColumn =>
      field === null
        ? status
        : {
            name: field.name,
            kind: kinds[field.kind],
            field,
            ...(typeof field.column === 'number'
              ? { width: field.column }
              : field.name === 'vName'
                ? { flex: 2, width: 240 }
                : { flex: 1 }),
            ...(field.lookup ? { lookup: field.lookup } : {}),
            ...(field.hidden ? { hidden: true } : {}),
            ...(field.kind === 'choice' ? { of: `option.${field.name}` } : {}),
            ...(field.filter
              ? { filter: field.filter }
              : field.kind === 'text'
                ? { filter: 'text' as const }
                : {}),
          },
    ),
    ...(spec.counts ?? []).map((count): MasterColumn => ({
      name: count.name,
      kind: 'number',
      count,
      width: 105,
    })),
    ...(spec.waits ? [{ name: waitingFilter.name, kind: 'age' as const, width: 95 }] : []),
    ...(whole ? [] : [status]),
    { name: 'updatedBy', kind: 'person', width: 190, ...(whole ? { hidden: true } : {}) },
    { name: 'updatedAt', kind: 'datetime', width: 150, ...(whole ? { hidden: true } : {}) },
  ];
}

/** Column width for the longest status text in either language. */
function statusWidth(spec: MasterSpec): number {
  const longest = Math.max(
    0,
    ...Object.values(spec.stages?.names ?? {}).flatMap((both) =>
      Object.values(both).map((word: string) => word.length),
    ),
  );
  return Math.min(210, Math.max(110, 38 + longest * 7));
}

/** Translations of one master: title, fields, columns, options and stages, from the labels of its fields. */
export function masterTranslations(spec: MasterSpec, fields: readonly MasterField[]): Translations<string> {
  const en: Record<string, string> = {};
  const es: Record<string, string> = {};
  const translate = (key: string, { en: english, es: spanish }: Both): void => {
    en[key] = english;
    es[key] = spanish;
  };
  translate('title', spec.title);
  for (const [key, label] of Object.entries(ends)) translate(`column.${key}`, label);
  translate('state.1', { en: 'Active', es: 'Activo' });
  translate('state.0', { en: 'Inactive', es: 'Inactivo' });
  const emit = (field: MasterField, prefix: string): void => {
    translate(`field.${prefix}${field.name}`, field.label);
    if (prefix === '') translate(`column.${field.name}`, field.label);
    if (field.section) translate(`section.${field.section}`, sections[field.section]);
    for (const [value, label] of Object.entries(field.options ?? {}))
      translate(`option.${prefix}${field.name}.${value}`, label);
    for (const inner of field.fields ?? []) emit(inner, `${field.name}.`);
  };
  for (const field of fields) emit(field, '');
  if (spec.placeOf) translate(`field.${placeFilter.name}`, placeFilter.label);
  if (spec.waits) emit(waitingFilter, '');
  for (const { name, label } of spec.counts ?? []) {
    translate(`column.${name}`, label);
    translate(`field.${name}`, label);
  }
  for (const [stage, label] of Object.entries(spec.stages?.names ?? {})) translate(`stage.${stage}`, label);
  for (const [action, { label }] of Object.entries(spec.stages?.actions ?? {}))
    translate(`action.${action}`, label);
  for (const command of spec.commands ?? []) {
    translate(`action.${command.name}`, command.label);
    if (command.instead) translate(`action.${command.name}.instead`, command.instead.label);
    if (command.elsewhere) translate(`action.${command.name}.elsewhere`, command.elsewhere.label);
    for (const field of command.fields) emit(field, `${command.name}.`);
  }
  if (spec.series) translate('action.series', spec.series.label);
  for (const field of spec.series?.fields ?? []) emit(field, 'series.');
  return { en: { ...en, ...spec.translations?.en }, es: { ...es, ...spec.translations?.es } };
}
