import { translations, type Translations } from '#shared/core/translations.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';

const reportTranslations = translations({
  en: {
    period: 'Period',
    'period.today': 'Today',
    'period.yesterday': 'Yesterday',
    'period.last7': 'Last 7 days',
    'period.last30': 'Last 30 days',
    'period.thisMonth': 'This month',
    'period.lastMonth': 'Last month',
    'period.own': 'From … to …',
    from: 'From',
    to: 'To',
    compare: 'Compare with the period before',
    before: 'before: {{value}}',
    comparedWith: 'Compared with {{from}} – {{to}}',
    find: 'Search this report',
    any: '{{name}}: any',
    groupBy: 'Group by',
    groupNone: 'Not grouped',
    grouped: 'By {{name}}',
    groupsCut: 'The largest {{count}} groups are shown. Narrow the filters to see the others.',
    rows: 'Rows',
    empty: '(empty)',
    export: 'Export',
    exportCsv: 'Export as CSV',
    exportXlsx: 'Export as XLSX',
    copySheet: 'Copy as a sheet',
    copied: '{{shown}} rows copied with their headings.',
    copyRefused: 'The browser did not allow copying. Export the list instead.',
    exportOff: 'You may see this report but not export it.',
    print: 'Print',
    clear: 'Clear filters',
    showOnly: 'Show only {{name}}',
    figures: 'Figures',
    asOf: 'As of {{time}}',
    refresh: 'Refresh',
    chart: '{{what}} by {{by}}',
    byDay: 'day',
    noRows: 'No rows in this period',
    noRowsText: 'Choose a longer period, or clear the filters.',
    masked: 'Names are shown as initials: your role does not see them in full.',
    tooMany:
      'The list shows the first {{shown}} of {{total}} rows; figures and export hold all. Narrow the filters or export.',
    cut: 'The first {{shown}} of {{total}} rows. Export for all of them.',
    printed: '{{total}} rows',
    noOpen: 'You may see this report but not open the record behind the row.',
    tools: 'Actions',
    total: 'Total',
  },
  es: {
    period: 'Período',
    'period.today': 'Hoy',
    'period.yesterday': 'Ayer',
    'period.last7': 'Últimos 7 días',
    'period.last30': 'Últimos 30 días',
    'period.thisMonth': 'Este mes',
    'period.lastMonth': 'Mes anterior',
    'period.own': 'De … a …',
    from: 'Desde',
    to: 'Hasta',
    compare: 'Comparar con el período anterior',
    before: 'antes: {{value}}',
    comparedWith: 'En comparación con {{from}} – {{to}}',
    find: 'Buscar en este informe',
    any: '{{name}}: todos',
    groupBy: 'Agrupar por',
    groupNone: 'Sin agrupar',
    grouped: 'Por {{name}}',
    groupsCut: 'Se muestran los {{count}} grupos más grandes. Acote los filtros para ver los demás.',
    rows: 'Filas',
    empty: '(vacío)',
    export: 'Exportar',
    exportCsv: 'Exportar como CSV',
    exportXlsx: 'Exportar como XLSX',
    copySheet: 'Copiar como hoja',
    copied: '{{shown}} filas copiadas con sus encabezados.',
    copyRefused: 'El navegador no permitió copiar. Exporte la lista.',
    exportOff: 'Puede ver este informe, pero no exportarlo.',
    print: 'Imprimir',
    clear: 'Quitar filtros',
    showOnly: 'Mostrar solo {{name}}',
    figures: 'Cifras',
    asOf: 'A las {{time}}',
    refresh: 'Actualizar',
    chart: '{{what}} por {{by}}',
    byDay: 'día',
    noRows: 'No hay filas en este período',
    noRowsText: 'Elija un período más largo o quite los filtros.',
    masked: 'Los nombres se muestran como iniciales: su rol no los ve completos.',
    tooMany:
      'La lista muestra las primeras {{shown}} de {{total}} filas; las cifras y la exportación las incluyen todas. Acote los filtros o exporte.',
    cut: 'Las primeras {{shown}} de {{total}} filas. Exporte para obtenerlas todas.',
    printed: '{{total}} filas',
    noOpen: 'Puede ver este informe, pero no abrir el registro de la fila.',
    tools: 'Acciones',
    total: 'Total',
  },
});

type ReportKey = typeof reportTranslations extends Translations<infer K> ? K : never;
export type TranslateReport = (key: ReportKey, values?: Readonly<Record<string, unknown>>) => string;
const namespace = 'family-report';

export function addReportTranslations(): void {
  addTranslations(namespace, reportTranslations);
}

/** Translations of every report's screen. */
export function useReportTranslations(): TranslateReport {
  return useTranslations(namespace).t as unknown as TranslateReport;
}
