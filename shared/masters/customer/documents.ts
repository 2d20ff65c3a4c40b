import { businessDay, timeOfDay } from '../../core/day.ts';
import type { Fields, MasterOrder } from '../../families/master-def.ts';
import { choice, date, file, reference, rows, text, time, type Both } from '../../families/master-field.ts';
import { mostDocuments, papersOf, type CustomerDocument } from '../../streams/customers/customer-documents.ts';
import type { SignupDocument } from '../../streams/customers/signup/fields.ts';

const kindNames: Readonly<Record<SignupDocument['kind'], Both>> = {
  identity: ['Identity', 'Identidad'],
  address: ['Proof of address', 'Prueba de domicilio'],
  prescription: ['Prescription', 'Receta'],
  photo: ['Photo', 'Foto'],
  other: ['Other', 'Otro'],
};

/** Each document as the record tells it, besides its number and its file. */
export const documentLines = rows(
  'documents',
  ['Documents', 'Documentos'],
  [
    reference('documentId', ['Document', 'Documento'], 'customerDocument'),
    choice('kind', ['From the sign-up', 'Del alta'], kindNames),
    text('name', ['File', 'Archivo']),
    date('expiresOn', ['Valid until', 'Válido hasta'], { urgentDays: 60 }),
    choice('stands', ['State', 'Estado'], {
      unchecked: ['Not checked yet', 'Aún sin revisar'],
      accepted: ['Checked', 'Revisado'],
      refused: ['Not accepted', 'No aceptado'],
    }),
    reference('by', ['Checked by', 'Revisado por'], 'employee'),
    date('on', ['Checked on', 'Revisado el']),
    time('at', ['At', 'A las']),
    text('reason', ['Why not', 'Por qué no']),
    reference('addedBy', ['Added by', 'Añadido por'], 'employee'),
    date('addedOn', ['Added on', 'Añadido el']),
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
  return papersOf(documents).map(({ no, fileId, mime, name, kind, documentId, expiresOn, added, checked }) => ({
    no,
    fileId,
    mime,
    name,
    stands: checked ? (checked.accepted ? 'accepted' : 'refused') : 'unchecked',
    ...(kind ? { kind } : {}),
    ...(documentId ? { documentId } : {}),
    ...(expiresOn ? { expiresOn } : {}),
    ...(added ? { addedOn: businessDay(Date.parse(added.at)), ...(added.empId ? { addedBy: added.empId } : {}) } : {}),
    ...(checked ? checkOf(checked) : {}),
  }));
}

function checkOf({ at, empId, reason }: NonNullable<CustomerDocument['checked']>): Partial<DocumentLine> {
  const when = Date.parse(at);
  return { on: businessDay(when), at: timeOfDay(when).slice(0, 5), ...(empId ? { by: empId } : {}), ...(reason ? { reason } : {}) };
}

export const addDocumentOrder: MasterOrder = {
  name: 'addDocument',
  label: ['Add a document', 'Añadir un documento'],
  aggregate: 'customer',
  command: 'addDocument',
  need: 'Masters/customerMasterV2:edit',
  bulk: false,
  when: ({ iStatus }) => iStatus === 1,
  fields: [
    reference('documentId', ['Document', 'Documento'], 'customerDocument', { required: true }),
    date('expiresOn', ['Valid until', 'Válido hasta']),
    file('fileId', ['File', 'Archivo'], { required: true }),
  ],
  input: ({ fileId, ...asked }) => ({ ...asked, fileId: (fileId as { id: string }).id }),
};
