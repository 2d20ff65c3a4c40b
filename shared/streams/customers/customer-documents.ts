import { z } from 'zod';
import { showDay } from '../../core/day.ts';
import type { Actor, Fact } from '../../core/event.ts';
import { blankable, date, id, note } from '../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import type { FileState } from '../core/file.ts';
import { standingOf } from '../masters/references.ts';
import type { MasterState } from '../masters/state.ts';
import type { CheckedPaper, SignupDocument } from './signup/fields.ts';

interface Deed {
  readonly at: string;
  readonly empId: number | null;
  readonly name: string;
}
/** A paper of a customer; `no` tells it from the others. One that came with the sign-up has a kind of its own and nobody who added it here. */
export interface CustomerDocument {
  readonly no: number;
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  readonly sha256: string | null;
  readonly kind: SignupDocument['kind'] | null;
  /** Of the master `customerDocument`. */
  readonly documentId: number | null;
  readonly expiresOn: string | null;
  readonly added: Deed | null;
  /** What somebody else found who looked at it. */
  readonly checked: (Deed & { readonly accepted: boolean; readonly reason: string | null }) | null;
  /** It was added by mistake: who said so, and why. It is nobody's paper from then on; its number is never given to another. */
  readonly takenBack?: Deed & { readonly reason: string };
}
interface Papered {
  readonly documents: readonly CustomerDocument[];
}

/** The papers that a customer has; what was taken back is none of them. */
export const papersOf = (documents: readonly CustomerDocument[]): readonly CustomerDocument[] => documents.filter(({ takenBack }) => !takenBack);

export const mostDocuments = 50;
const need = 'Masters/customerMasterV2:edit';

const given = z.strictObject({
  fileId: z.string({ error: (issue) => (issue.input == null ? 'required' : 'badFormat') }).regex(/^[\w-]{32}$/, 'badFormat'),
  documentId: id(),
  expiresOn: blankable(date()).optional(),
});

/** Takes a file that this person uploaded for this very customer; what it is called comes from the upload, not from who asks. */
export const addDocument = command<Papered, z.output<typeof given>>({
  input: given,
  need,
  reads: ({ fileId, documentId }) => ({ file: `file-${fileId}`, kind: `master-customerDocument-${documentId}` }),
  decide({ documents }, { fileId, documentId, expiresOn = null }, ctx) {
    const file = ctx.read.file as FileState;
    if (!file.exists || file.by !== ctx.actor.empId || file.for !== `customer-${ctx.id}`) return refuse('fileNotBrought', 422, undefined, 'fileId');
    const papers = papersOf(documents);
    if (papers.some((one) => one.fileId === fileId || (one.documentId === documentId && one.sha256 === file.sha256)))
      return refuse('documentTwice', 409, undefined, 'fileId');
    if (papers.length >= mostDocuments) return refuse('documentsFull', 422, { most: mostDocuments }, 'fileId');
    const wrong = wrongKind(documentId, expiresOn, ctx);
    if (wrong) return wrong;
    const { name, mime, sha256 } = file;
    return [{ type: 'CustomerDocumentAdded', data: { no: nextNo(documents), fileId, documentId, expiresOn, name, mime, sha256 } }];
  },
});

function wrongKind(documentId: number, expiresOn: string | null, ctx: Ctx): Refusal | null {
  const kind = ctx.read.kind as MasterState | undefined;
  if (standingOf(kind) !== 'active') return refuse('notInList', 422, { label: 'field.documentId' }, 'documentId');
  if (expiresOn === null && kind!.fields.bExpiryNeeded === 1) return refuse('expiryNeeded', 422, { name: String(kind!.fields.vName) }, 'expiresOn');
  return expiresOn !== null && expiresOn < ctx.today ? refuse('documentOver', 422, { date: showDay(expiresOn) }, 'expiresOn') : null;
}

const nextNo = (documents: readonly CustomerDocument[]): number => Math.max(0, ...documents.map(({ no }) => no)) + 1;

const verdict = z.strictObject({
  no: id(),
  accepted: z.boolean({ error: (issue) => (issue.input == null ? 'required' : 'badFormat') }),
  reason: blankable(note(200, 3)).optional(),
});

/** Who uploaded the paper that is asked about. */
const fileRead = ({ no }: { readonly no: number }, { documents }: Papered): Readonly<Record<string, string>> => {
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

/** What another one than who brought it found: once for each paper, with a reason when it is not accepted. */
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
    if (accepted && one.expiresOn !== null && one.expiresOn < ctx.today) return refuse('documentOver', 422, { date: showDay(one.expiresOn) });
    return [{ type: 'CustomerDocumentVerified', data: { no, accepted, reason } }];
  },
});

const mistake = z.strictObject({ no: id(), reason: note(200, 3) });

/**
 * A paper that was added by mistake is taken back, with the reason, by whoever may add one; once it was checked, only by who may check it:
 * nobody wipes away what another found on their own paper. It leaves the record and is opened by nobody but who uploaded it, who may
 * add it again. The history keeps it, as it keeps everything. It is asked of who left, too: a stranger's paper must not lie there for that.
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

const deed = ({ at, actor }: { readonly at: string; readonly actor: Pick<Actor, 'empId' | 'name'> }): Deed => ({ at, empId: actor.empId, name: actor.name });

/** The documents after an event; the same list when it speaks of something else. */
export function evolveDocuments(documents: readonly CustomerDocument[], event: Fact): readonly CustomerDocument[] {
  switch (event.type) {
    case 'CustomerCreated':
      return ((event.data as { documents?: readonly CheckedPaper[] }).documents ?? []).map(cameWithSignup);
    case 'CustomerDocumentAdded': {
      const now = event.data as Omit<CustomerDocument, 'kind' | 'added' | 'checked'>;
      return [...documents, { ...now, kind: null, added: deed(event), checked: null }];
    }
    case 'CustomerDocumentVerified': {
      const { no, accepted, reason } = event.data as { no: number; accepted: boolean; reason: string | null };
      return documents.map((one) => (one.no === no ? { ...one, checked: { ...deed(event), accepted, reason } } : one));
    }
    case 'CustomerDocumentTakenBack': {
      const { no, reason } = event.data as { no: number; reason: string };
      return documents.map((one) => (one.no === no ? { ...one, takenBack: { ...deed(event), reason } } : one));
    }
    default:
      return documents;
  }
}

function cameWithSignup({ fileId, kind, name, mime, checked }: CheckedPaper, at: number): CustomerDocument {
  const found = checked ? { ...checked, accepted: true, reason: null } : null;
  return { no: at + 1, fileId, name, mime, kind, sha256: null, documentId: null, expiresOn: null, added: null, checked: found };
}

/** The survivor's, then the double's other ones under numbers of their own: no paper is lost by a merge. */
export function joinDocuments(own: readonly CustomerDocument[], others: readonly CustomerDocument[]): readonly CustomerDocument[] {
  const next = nextNo(own);
  const more = others.filter((one) => !own.some(({ fileId, takenBack }) => fileId === one.fileId && (!takenBack || one.takenBack)));
  return [...own, ...more.map((one, at) => ({ ...one, no: next + at }))];
}
