import { showDay } from '#shared/core/day.ts';
import { translations, type Language } from '#shared/core/translations.ts';
import { cellText, type CellNames } from '#shared/families/report-cell.ts';
import type { ReportDef } from '#shared/families/report.ts';
import { xlsxInstant, type XlsxCell } from '../../views/xlsx-pieces.ts';
import type { Period } from '#shared/families/report-period.ts';

const texts = translations({
  en: {
    report: 'Report',
    by: 'Exported by',
    at: 'As of',
    rows: 'Rows',
    period: 'Period',
    search: 'Search',
    masked: 'Shown as initials',
    figures: 'Figures',
  },
  es: {
    report: 'Informe',
    by: 'Exportado por',
    at: 'Datos a las',
    rows: 'Filas',
    period: 'Período',
    search: 'Búsqueda',
    masked: 'Como iniciales',
    figures: 'Cifras',
  },
});

export const aboutTitle: Readonly<Record<Language, string>> = { en: 'About', es: 'Acerca de' };

export interface ReportAbout {
  readonly by: string;
  readonly at: string;
  readonly period: Period | null;
  readonly where: Readonly<Record<string, readonly string[]>>;
  /** Names of chosen records, by column and id. */
  readonly chosen: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly q: string;
}

/** What a workbook says of itself: the report, who exported it and when, its filters, and what its figures mean. */
export function aboutRows(
  def: ReportDef,
  {
    about,
    language,
    masked,
  }: {
    readonly about: ReportAbout;
    readonly language: Language;
    readonly masked: readonly string[];
  },
  names: CellNames,
  written: number,
): readonly (readonly [string, XlsxCell])[] {
  const t = texts[language];
  const columnName = (name: string): string => names.label(`column.${name}`);
  const chosen = Object.entries(about.where).map(([name, values]): readonly [string, XlsxCell] => {
    const filter = def.filters.find((one) => 'name' in one && one.name === name);
    const shown = filter?.kind === 'reference' ? filter.shown : name;
    const column = def.columns.find((one) => one.name === name)!;
    return [
      columnName(shown),
      values.map((value) => about.chosen[name]?.[value] ?? cellText(column, value, names)).join(', '),
    ];
  });
  return [
    [t.report, names.label('title')],
    [t.by, about.by],
    [t.at, xlsxInstant(about.at)],
    [t.rows, written],
    ...(about.period
      ? [[t.period, `${showDay(about.period.from)} – ${showDay(about.period.to)}`] as const]
      : []),
    ...chosen,
    ...(about.q === '' ? [] : [[t.search, about.q] as const]),
    ...(masked.length > 0 ? [[t.masked, masked.map(columnName).join(', ')] as const] : []),
    [t.figures, null],
    ...def.measures.map(
      ({ name }) => [names.label(`measure.${name}`), names.label(`means.${name}`)] as const,
    ),
  ];
}
