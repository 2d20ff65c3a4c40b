import { textIn } from '#shared/core/translations.ts';
import writeExcelFile from 'write-excel-file/node';
import type { MasterDef } from '#shared/families/master-def.ts';
import { csvLine, headingsOf } from '#shared/families/master-sheet.ts';

const translations = {
  en: {
    sheet: 'Records',
    help: 'Help',
    heads: ['Column', 'Required', 'Kind', 'Choices'],
    yes: 'yes',
    id: 'Number of a known record; empty for a new one',
    status: 'Active / Inactive',
    code: 'code or name of a record',
  },
  es: {
    sheet: 'Registros',
    help: 'Ayuda',
    heads: ['Columna', 'Obligatoria', 'Tipo', 'Opciones'],
    yes: 'sí',
    id: 'Número de un registro conocido; vacío para uno nuevo',
    status: 'Activo / Inactivo',
    code: 'código o nombre de un registro',
  },
} as const;

/**
 * An empty file with the headings that an import understands; as XLSX with a second sheet that explains
 * them.
 */
export async function makeTemplate(
  def: MasterDef,
  format: 'csv' | 'xlsx',
  language: 'en' | 'es',
): Promise<{ bytes: Buffer; type: string }> {
  const headings = headingsOf(def, language);
  const names = headings.map((heading) => heading.label);
  if (format === 'csv')
    return { bytes: Buffer.from(`\ufeff${csvLine(names)}`), type: 'text/csv; charset=utf-8' };
  const translate = translations[language];
  const help = headings.map(({ key, label, field }) => [
    label,
    field?.required ? translate.yes : '',
    field?.kind ?? 'text',
    key === 'iId'
      ? translate.id
      : key === 'iStatus'
        ? translate.status
        : field?.lookup
          ? translate.code
          : (field?.spaced ??
            Object.values(field?.options ?? {})
              .map((both) => textIn(both, language))
              .join('; ')),
  ]);
  const bold = (text: string) => ({ value: text, fontWeight: 'bold' as const });
  const bytes = await writeExcelFile([
    { data: [names.map(bold)], sheet: translate.sheet },
    { data: [translate.heads.map(bold), ...help], sheet: translate.help },
  ]).toBuffer();
  return { bytes, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
}
