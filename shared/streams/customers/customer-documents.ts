import { z } from 'zod';
import { showDay } from '../../core/day.ts';
import type { Actor, Event, RecordedEventOf } from '../../core/event.ts';
import { blankable, date, id, note } from '../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import type { FileState } from '../core/file.ts';
import { masterId, uploadId } from '../../core/record-id.ts';
import { statusOf } from '../masters/references.ts';
import type { MasterState } from '../masters/state.ts';
import type { CheckedPaper, SignupDocument } from './signup/fields.ts';

interface Deed {
  readonly at: string;
  readonly empId: number | null;
  readonly name: string;
}
/**
 * A document of a customer; `no` identifies it. One from the sign-up has a kind of its own and no author
 * here.
 */
export interface CustomerDocument {
  readonly no: number;
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  readonly sha256: string | null;
  readonly kind: SignupDocument['kind'] | null;
  /** Id in the master `customerDocument`. */
  readonly documentId: number | null;
  readonly expiresOn: string | null;
  readonly added: Deed | null;
  /** Result of the verification by a second person. */
  readonly checked: (Deed & { readonly accepted: boolean; readonly reason: string | null }) | null;
  /** Added by mistake: who removed it and why. Its number is never reused. */
  readonly takenBack?: Deed & { readonly reason: string };
}
export type DocumentEvent =
  | Event<
      'CustomerDocumentAdded',
      Pick<CustomerDocument, 'no' | 'fileId' | 'documentId' | 'expiresOn' | 'name' | 'mime' | 'sha256'>
    >
  | Event<
      'CustomerDocumentVerified',
      { readonly no: number; readonly accepted: boolean; readonly reason: string | null }
    >
  | Event<'CustomerDocumentTakenBack', { readonly no: number; readonly reason: string }>;
interface Papered {
  readonly documents: readonly CustomerDocument[];
}

/** Current documents of a customer, without removed ones. */
export const papersOf = (documents: readonly CustomerDocument[]): readonly CustomerDocument[] =>
  documents.filter(({ takenBack }) => !takenBack);

export const mostDocuments = 50;
const need = 'Masters/customerMasterV2:edit';

const given = z.strictObject({
  fileId: uploadId(),
  documentId: masterId('customerDocument'),
  expiresOn: blankable(date()).optional(),
});

/**
 * Adds a file that this person uploaded for this customer; name and type come from the upload, not from the
 * request.
 */
export const addDocument = command<Papered, z.output<typeof given>>({
  input: given,
  need,
  reads: ({ fileId, documentId }) => ({
    file: `file-${fileId}`,
    kind: `master-customerDocument-${documentId}`,
  }),
  decide({ documents }, { fileId, documentId, expiresOn = null }, ctx) {
    const file = ctx.read.file as FileState;
    if (!file.exists || file.by !== ctx.actor.empId || file.for !== `customer-${ctx.id}`)
      return refuse('fileNotBrought', 422, undefined, 'fileId');
    const papers = papersOf(documents);
    if (
      papers.some(
        (one) => one.fileId === fileId || (one.documentId === documentId && one.sha256 === file.sha256),
      )
    )
      return refuse('documentTwice', 409, undefined, 'fileId');
    if (papers.length >= mostDocuments)
      return refuse('documentsFull', 422, { most: mostDocuments }, 'fileId');
    const wrong = wrongKind(documentId, expiresOn, ctx);
    if (wrong) return wrong;
    const { name, mime, sha256 } = file;
    return [
      {
        type: 'CustomerDocumentAdded',
        data: { no: nextNo(documents), fileId, documentId, expiresOn, name, mime, sha256 },
      },
    ];
  },
});

function wrongKind(documentId: number, expiresOn: string | null, ctx: Ctx): Refusal | null {
  const kind = ctx.read.kind as MasterState | undefined;
  if (statusOf(kind) !== 'active')
    return refuse('notInList', 422, { label: 'field.documentId' }, 'documentId');
  if (expiresOn === null && kind!.fields.bExpiryNeeded === 1)
    return refuse('expiryNeeded', 422, { name: String(kind!.fields.vName) }, 'expiresOn');
  return expiresOn !== null && expiresOn < ctx.today
    ? refuse('documentOver', 422, { date: showDay(expiresOn) }, 'expiresOn')
    : null;
}

const nextNo = (documents: readonly CustomerDocument[]): number =>
  Math.max(0, ...documents.map(({ no }) => no)) + 1;

const verdict = z.strictObject({
  no: id(),
  accepted: z.boolean({ error: (issue) => (issue.input == null ? 'required' : 'badFormat') }),
  reason: blankable(note(200, 3)).optional(),
});

/** The uploader of the document concerned. */
const fileRead = (
  { no }: { readonly no: number },
  { documents }: Papered,
): Readonly<Record<string, string>> => {
  const one = documents.find((document) => document.no === no);
  return one ? { file: `file-${one.fileId}` } : {};
};
const paper = (documents: readonly CustomerDocument[], no: number): CustomerDocument | Refusal => {
  const one = documents.find((document) => document.no === no);
  if (!one) return refuse('notFound', 404, undefined, 'no');
  return one.takenBack ? refuse('documentTakenBack', 409, { name: one.takenBack.name }, 'no') : one;
};
const brought = ({ added }: CustomerDocument, { actor, read }: Ctx): boolean =>
  actor.empId !== null && [added?.empId, (read.file as FileState | undefined)?.by].includes(actor.empId);

/** Verification by somebody other than the uploader: once per document, with a reason when rejected. */
export const verifyDocument = command<Papered, z.output<typeof verdict>>({
  input: verdict,
  need,
  reads: fileRead,
  decide({ documents }, { no, accepted, reason = null }, ctx) {
    const one = paper(documents, no);
    if (isRefusal(one)) return one;
    if (one.checked) return refuse('documentChecked', 409, { name: one.checked.name }, 'no');
    if (brought(one, ctx)) return refuse('checkedByAnother', 403);
    if (!accepted && reason === null) return refuse('required', 422, { label: 'field.reason' }, 'reason');
    if (accepted && one.expiresOn !== null && one.expiresOn < ctx.today)
      return refuse('documentOver', 422, { date: showDay(one.expiresOn) });
    return [{ type: 'CustomerDocumentVerified', data: { no, accepted, reason } }];
  },
});

const mistake = z.strictObject({ no: id(), reason: note(200, 3) });

/**
 * Removes a document added by mistake, with a reason. Anyone who may add documents may do so; once verified,
 * only verifiers, so that nobody erases a verdict on their own document. The removed file can only be opened
 * by its uploader, who may add it again; the history keeps it. Allowed for former customers too, because a
 * stranger's document must not stay in their record.
 */
export const takeBackDocument = command<Papered, z.output<typeof mistake>>({
  input: mistake,
  need,
  reads: fileRead,
  decide({ documents }, { no, reason }, ctx) {
    const one = paper(documents, no);
    if (isRefusal(one)) return one;
    if (one.checked && brought(one, ctx)) return refuse('takenBackByAnother', 403);
    return [{ type: 'CustomerDocumentTakenBack', data: { no, reason } }];
  },
});

const deed = ({
  at,
  actor,
}: {
  readonly at: string;
  readonly actor: Pick<Actor, 'empId' | 'name'>;
}): Deed => ({ at, empId: actor.empId, name: actor.name });

/** Documents after an event that concerns them. */
export function evolveDocuments(
  documents: readonly CustomerDocument[],
  event: RecordedEventOf<DocumentEvent>,
): readonly CustomerDocument[] {
  switch (event.type) {
    case 'CustomerDocumentAdded':
      return [...documents, { ...event.data, kind: null, added: deed(event), checked: null }];
    case 'CustomerDocumentVerified': {
      const { no, accepted, reason } = event.data;
      return documents.map((one) =>
        one.no === no ? { ...one, checked: { ...deed(event), accepted, reason } } : one,
      );
    }
    case 'CustomerDocumentTakenBack': {
      const { no, reason } = event.data;
      return documents.map((one) =>
        one.no === no ? { ...one, takenBack: { ...deed(event), reason } } : one,
      );
    }
  }
}

export function cameWithSignup(
  { fileId, kind, name, mime, checked }: CheckedPaper,
  at: number,
): CustomerDocument {
  const found = checked ? { ...checked, accepted: true, reason: null } : null;
  return {
    no: at + 1,
    fileId,
    name,
    mime,
    kind,
    sha256: null,
    documentId: null,
    expiresOn: null,
    added: null,
    checked: found,
  };
}

/** The survivor's documents, then the duplicate's under new numbers, so that a merge loses none. */
export function joinDocuments(
  own: readonly CustomerDocument[],
  others: readonly CustomerDocument[],
): readonly CustomerDocument[] {
  const next = nextNo(own);
  const more = others.filter(
    (one) => !own.some(({ fileId, takenBack }) => fileId === one.fileId && (!takenBack || one.takenBack)),
  );
  return [...own, ...more.map((one, at) => ({ ...one, no: next + at }))];
}
