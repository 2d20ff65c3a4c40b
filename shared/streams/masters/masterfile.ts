import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { Event } from '../../core/event.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { renameFields } from '../../core/upcast.ts';

/** An import or export file: by whom, which master, how many records. One stream per file. */
export interface MasterFileState {
  readonly kind: 'none' | 'import' | 'export';
  readonly undone: boolean;
}

const by = { master: texts.own().max(80), byEmpId: z.int().nullable(), byName: texts.own().max(200) };
const exported = z.object({
  ...by,
  format: z.enum(['csv', 'xlsx']),
  rows: z.int().min(0),
  requested: texts.own().max(8_000),
  masked: z.boolean(),
});
const imported = z.object({
  ...by,
  fileName: texts.own().max(200),
  sha256: texts.own().length(64),
  created: z.int().min(0),
  updated: z.int().min(0),
  failed: z.int().min(0),
});
const undone = z.object({ ...by, undone: z.int().min(0), kept: z.int().min(0) });

type MasterFileEvent =
  | Event<'MasterExported', z.infer<typeof exported>>
  | Event<'MasterImported', z.infer<typeof imported>>
  | Event<'MasterImportUndone', z.infer<typeof undone>>;

export const masterfile = defineStream<MasterFileState, MasterFileEvent>({
  name: 'masterfile',
  events: {
    MasterExported: true,
    MasterImported: true,
    MasterImportUndone: true,
  },
  area: 'masters',
  state: 1,
  upcast: { MasterExported: { 1: renameFields({ asked: 'requested' }) } },
  initial: () => ({ kind: 'none', undone: false }),
  evolve(state, event) {
    if (event.type === 'MasterExported') return { ...state, kind: 'export' };
    if (event.type === 'MasterImported') return { ...state, kind: 'import', undone: false };
    return event.type === 'MasterImportUndone' ? { ...state, undone: true } : state;
  },
  visible: (_state, viewer) => viewer.kind !== 'device' && (viewer.kind !== 'person' || viewer.admin),
  commands: {
    noteExport: command<MasterFileState, z.infer<typeof exported>>({
      input: exported,
      need: 'system',
      creates: true,
      decide: (_state, data) => [{ type: 'MasterExported', data }],
    }),
    noteImport: command<MasterFileState, z.infer<typeof imported>>({
      input: imported,
      need: 'system',
      creates: true,
      decide: (_state, data) => [{ type: 'MasterImported', data }],
    }),
    noteUndo: command<MasterFileState, z.infer<typeof undone>>({
      input: undone,
      need: 'system',
      creates: true,
      decide: (_state, data) => [{ type: 'MasterImportUndone', data }],
    }),
  },
  translations: translations({
    en: {
      MasterExported: 'Records exported',
      MasterImported: 'Records imported',
      MasterImportUndone: 'Import undone',
      importAlreadyLoaded: 'This file was loaded already on {{at}} by {{by}}.',
      importUnreadable:
        'The file is damaged or is no table. Open it in your spreadsheet program and save it again as a workbook (XLSX) or as “CSV UTF-8”.',
      importOldWorkbook:
        'This is an old workbook (XLS), or one with a password. Save it as a workbook (XLSX) without a password.',
      importQuotes:
        'Row {{n}}: a quotation mark is not closed, or text follows behind it. Correct it, or save the file again from your spreadsheet program.',
      importTooMuch: 'The file takes too long to read. Split it into smaller files.',
      importTooWide: 'At most {{n}} columns a file.',
      importEncoding:
        'The file is in an encoding that cannot be read. Save it again as “CSV UTF-8” or as a workbook (XLSX).',
      importNoHeading: 'No column of this file is known here.',
      importNoRows: 'This file has no rows below its headings.',
      importTooLong: 'At most {{n}} rows a file.',
      importUnpacksTooLarge: 'What is packed in this file is larger than {{n}} MB.',
      importRowErrors: '{{n}} of {{m}} rows have errors; nothing was saved.',
      importBusy: 'The file is still being worked on.',
      importStays: 'These records have a life of their own: what was read in stays.',
      importChangedSince: 'Changed again since the import: it stays as it is.',
      lookupMissing: '{{label}}: “{{text}}” is not known.',
      lineUnread: '{{label}}: “{{text}}” can’t be read. Write it like this: {{example}}',
      ambiguousNumber:
        '{{label}}: “{{text}}” can be read in two ways. Write decimals with a point, as in 1,234.50.',
      cellError: '{{label}}: the cell holds “{{text}}” instead of a value. Correct it in the file.',
      cellIsDate:
        '{{label}}: the cell holds a date ({{text}}). If that is not meant, format it as text in the file.',
      cellIsTime:
        '{{label}}: the cell holds a time ({{text}}). If that is not meant, format it as text in the file.',
      cellNoHeading: 'Cell {{cell}} has a value, but its column has no heading.',
      columnTwice: '{{label}} has two columns in the file, and they differ in this row.',
      importKnownRecord:
        '{{label}} differs from the record. Records that exist are not changed by a file here; change it on its page.',
      fileTwice: 'Line {{n}} has the same {{label}}.',
      importWrongState: 'This can be done only while the import is {{allowed}}.',
      bulkTooMany: 'At most {{n}} records at once.',
      seriesTooLong: 'That would be {{n}} records; at most {{most}} are made at once.',
    },
    es: {
      MasterExported: 'Registros exportados',
      MasterImported: 'Registros importados',
      MasterImportUndone: 'Importación deshecha',
      importAlreadyLoaded: 'Este archivo ya se cargó el {{at}} por {{by}}.',
      importUnreadable:
        'El archivo está dañado o no es una tabla. Ábralo en su hoja de cálculo y guárdelo de nuevo como libro (XLSX) o como «CSV UTF-8».',
      importOldWorkbook:
        'Es un libro antiguo (XLS) o tiene contraseña. Guárdelo como libro (XLSX) sin contraseña.',
      importQuotes:
        'Fila {{n}}: hay unas comillas sin cerrar o con texto detrás. Corríjalas o guarde de nuevo el archivo desde su hoja de cálculo.',
      importTooMuch: 'Leer el archivo tarda demasiado. Divídalo en archivos más pequeños.',
      importTooWide: 'Como máximo {{n}} columnas por archivo.',
      importEncoding:
        'El archivo tiene una codificación que no se puede leer. Guárdelo de nuevo como «CSV UTF-8» o como libro (XLSX).',
      importNoHeading: 'Ninguna columna de este archivo se conoce aquí.',
      importNoRows: 'Este archivo no tiene filas debajo de los encabezados.',
      importTooLong: 'Como máximo {{n}} filas por archivo.',
      importUnpacksTooLarge: 'Lo que contiene este archivo comprimido ocupa más de {{n}} MB.',
      importRowErrors: '{{n}} de {{m}} filas tienen errores; no se guardó nada.',
      importBusy: 'El archivo aún se está procesando.',
      importStays: 'Estos registros tienen vida propia: lo importado queda.',
      importChangedSince: 'Cambió de nuevo desde la importación: queda como está.',
      lookupMissing: '{{label}}: «{{text}}» no se conoce.',
      lineUnread: '{{label}}: no se entiende «{{text}}». Escríbalo así: {{example}}',
      ambiguousNumber:
        '{{label}}: «{{text}}» se puede leer de dos maneras. Escriba los decimales con coma, como en 1.234,50.',
      cellError: '{{label}}: la celda contiene «{{text}}» en lugar de un valor. Corríjala en el archivo.',
      cellIsDate:
        '{{label}}: la celda contiene una fecha ({{text}}). Si no es lo que desea, déle formato de texto en el archivo.',
      cellIsTime:
        '{{label}}: la celda contiene una hora ({{text}}). Si no es lo que desea, déle formato de texto en el archivo.',
      cellNoHeading: 'La celda {{cell}} tiene un valor, pero su columna no tiene encabezado.',
      columnTwice: '{{label}} tiene dos columnas en el archivo y difieren en esta fila.',
      importKnownRecord:
        '{{label}} difiere del registro. Aquí un archivo no cambia los registros que existen; cámbielo en su página.',
      fileTwice: 'La línea {{n}} tiene el mismo {{label}}.',
      importWrongState: 'Esto solo se puede hacer mientras la importación está {{allowed}}.',
      bulkTooMany: 'Como máximo {{n}} registros a la vez.',
      seriesTooLong: 'Serían {{n}} registros; como máximo se crean {{most}} a la vez.',
    },
  }),
});
