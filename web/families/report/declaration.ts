import type { ReportDef } from '#shared/families/report.ts';
import { addTranslations } from '#web/locales/translations.ts';
import { tracked } from '#web/parts/tracked.ts';
import { addReportTranslations } from './translations.ts';

const loading = new Map<string, Promise<ReportDef>>();

/** Loads a report's declaration with its translations; all declarations share one chunk. */
export function loadReport(name: string): Promise<ReportDef> {
  let found = loading.get(name);
  if (!found) loading.set(name, (found = tracked(load(name))));
  return found;
}

async function load(name: string): Promise<ReportDef> {
  const register: Readonly<Record<string, ReportDef>> = await import('#shared/reports/index.ts');
  const def = Object.values(register).find((one) => one.name === name);
  if (!def) throw new Error(`shared/reports declares no ${name}.`);
  addReportTranslations();
  addTranslations(name, def.translations);
  return def;
}

/** An endpoint of the family for one report, e.g. `/reports-rows/<name>`. */
export function route(
  part: 'rows' | 'summary' | 'check' | 'choices' | 'exports' | 'views' | 'events',
  name: string,
): string {
  return `/reports-${part}/${encodeURIComponent(name)}`;
}
