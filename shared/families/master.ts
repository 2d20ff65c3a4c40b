import type { z } from 'zod';
import { checkMaster } from './master-check.ts';
import type { MasterDef, MasterSpec, UniqueRule } from './master-def.ts';
import { keyText } from '../core/invisible.ts';
import { namedFields, placeFilter } from './master-field.ts';
import { schemaOf } from './master-schema.ts';
import { waitingFilter } from './master-waits.ts';
import { columnsOf, masterTranslations } from './master-translations.ts';

/**
 * Defines a master: about twenty lines give list, form, history, lifecycle, import, export, rights and feed.
 */
export function defineMaster(spec: MasterSpec): MasterDef {
  const fields = spec.plain
    ? (spec.fields ?? [])
    : [
        ...namedFields.map((field) =>
          field.name === 'vCode' && spec.autoCode ? { ...field, required: false } : field,
        ),
        ...(spec.fields ?? []),
      ];
  const entity = spec.entity ?? spec.route.replace(/^\/?masters\//, '');
  const group = spec.group ?? 'Masters';
  const named: readonly (readonly string[])[] = spec.plain
    ? []
    : spec.nameMayRepeat
      ? [['vCode']]
      : [['vCode'], ['vName']];
  let schema: z.ZodObject | null = null;
  const def: MasterDef = {
    ...spec,
    name: spec.name ?? entity,
    group,
    entity,
    guard: 'entity',
    fields,
    columns: columnsOf(spec, fields),
    filters:
      spec.placeOf || spec.waits
        ? [...fields, ...(spec.placeOf ? [placeFilter] : []), ...(spec.waits ? [waitingFilter] : [])]
        : fields,
    uniques: [...named, ...(spec.unique ?? [])].map((rule) => ('name' in rule ? rule : together(rule))),
    rights: spec.rights ?? ['view', 'create', 'edit', 'delete'],
    pageSize: spec.pageSize ?? 500,
    translations: masterTranslations(spec, fields),
    schema: () => (schema ??= schemaOf(fields)),
    check: (raw, about) => checkMaster(def, raw, about),
    need: (right) => `${group}/${entity}:${right}`,
  };
  return def;
}

function together(names: readonly string[]): UniqueRule {
  return {
    name: names.join('.'),
    field: names[names.length - 1]!,
    keys: (fields) =>
      names.some((name) => fields[name] == null || fields[name] === '')
        ? []
        : [names.map((name) => keyText(fields[name])).join('|')],
  };
}
