import { businessDay, clockTime } from '../../core/day.ts';
import type { Fields, MasterCommand } from '../../families/master-def.ts';
import { choice, date, file, reference, rows, text, time, type Both } from '../../families/master-field.ts';
import {
  mostDocuments,
  papersOf,
  type CustomerDocument,
} from '../../streams/customers/customer-documents.ts';
import type { SignupDocument } from '../../streams/customers/signup/fields.ts';

const kindNames: Readonly<Record<SignupDocument['kind'], Both>> = {
  identity: { en: 'Identity', es: 'Identidad' },
  address: { en: 'Proof of address', es: 'Prueba de domicilio' },
  prescription: { en: 'Prescription', es: 'Receta' },
  photo: { en: 'Photo', es: 'Foto' },
  other: { en: 'Other', es: 'Otro' },
};

/** Each document as the record shows it, besides its number and file. */
export const documentLines = rows(
  'documents',
  { en: 'Documents', es: 'Documentos' },
  [
    reference('documentId', { en: 'Document', es: 'Documento' }, 'customerDocument'),
    choice('kind', { en: 'From the sign-up', es: 'Del alta' }, kindNames),
    text('name', { en: 'File', es: 'Archivo' }),
    date('expiresOn', { en: 'Valid until', es: 'Válido hasta' }, { urgentDays: 60 }),
    choice(
      'stands',
      { en: 'State', es: 'Estado' },
      {
        unchecked: { en: 'Not checked yet', es: 'Aún sin revisar' },
        accepted: { en: 'Checked', es: 'Revisado' },
        refused: { en: 'Not accepted', es: 'No aceptado' },
      },
    ),
    reference('by', { en: 'Checked by', es: 'Revisado por' }, 'employee'),
    date('on', { en: 'Checked on', es: 'Revisado el' }),
    time('at', { en: 'At', es: 'A las' }),
    text('reason', { en: 'Reason', es: 'Motivo' }),
    reference('addedBy', { en: 'Added by', es: 'Añadido por' }, 'employee'),
    date('addedOn', { en: 'Added on', es: 'Añadido el' }),
  ],
  { max: mostDocuments },
);

export interface DocumentLine extends Fields {
  readonly no: number;
  readonly fileId: string;
  readonly mime: string;
  readonly name: string;
  readonly stands: 'unchecked' | 'accepted' | 'refused';
  readonly kind?: SignupDocument['kind'];
  readonly documentId?: number;
  readonly expiresOn?: string;
  readonly by?: number;
  readonly on?: string;
  readonly at?: string;
  readonly reason?: string;
  readonly addedBy?: number;
  readonly addedOn?: string;
}

export function documentsOf(documents: readonly CustomerDocument[]): DocumentLine[] {
  return papersOf(documents).map(
    ({ no, fileId, mime, name, kind, documentId, expiresOn, added, checked }) => ({
      no,
      fileId,
      mime,
      name,
      stands: checked ? (checked.accepted ? 'accepted' : 'refused') : 'unchecked',
      ...(kind ? { kind } : {}),
      ...(documentId ? { documentId } : {}),
      ...(expiresOn ? { expiresOn } : {}),
      ...(added
        ? { addedOn: businessDay(Date.parse(added.at)), ...(added.empId ? { addedBy: added.empId } : {}) }
        : {}),
      ...(checked ? checkOf(checked) : {}),
    }),
  );
}

function checkOf({ at, empId, reason }: NonNullable<CustomerDocument['checked']>): Partial<DocumentLine> {
  const when = Date.parse(at);
  return {
    on: businessDay(when),
    at: clockTime(when),
    ...(empId ? { by: empId } : {}),
    ...(reason ? { reason } : {}),
  };
}

export const addDocumentCommand: MasterCommand = {
  name: 'addDocument',
  label: { en: 'Add a document', es: 'Añadir un documento' },
  aggregate: 'customer',
  command: 'addDocument',
  need: 'Masters/customerMasterV2:edit',
  bulk: false,
  when: ({ iStatus }) => iStatus === 1,
  fields: [
    reference('documentId', { en: 'Document', es: 'Documento' }, 'customerDocument', { required: true }),
    date('expiresOn', { en: 'Valid until', es: 'Válido hasta' }),
    file('fileId', { en: 'File', es: 'Archivo' }, { required: true }),
  ],
  input: ({ fileId, ...requested }) => ({ ...requested, fileId: (fileId as { id: string }).id }),
};
