import { expect, it } from 'vitest';
import type { ReportDef } from '../families/report.ts';
import * as register from './index.ts';

const reports: readonly ReportDef[] = Object.values(register);

it.each(reports.map((def) => [def.name, def] as const))(
  '%s has a name and an explanation for all its parts',
  (_name, def) => {
    const keys = [
      'title',
      ...def.columns.flatMap(({ name, options: choices }) => [
        `column.${name}`,
        ...(choices ?? []).map((value) => `${name}.${value}`),
      ]),
      ...def.measures.flatMap(({ name }) => [`measure.${name}`, `means.${name}`]),
    ];
    for (const texts of [def.translations.en, def.translations.es])
      expect(keys.filter((key) => !(texts as Readonly<Record<string, string>>)[key])).toEqual([]);
  },
);
