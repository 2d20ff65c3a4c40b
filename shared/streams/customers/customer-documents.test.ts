import { describe, expect, it } from 'vitest';
import { given, people, wednesday } from '#tests/kit/life.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { FileState } from '../core/file.ts';
import { customer } from './customer.ts';
import { joinDocuments, mostDocuments, papersOf } from './customer-documents.ts';

const need = 'Masters/customerMasterV2';
const keeper = { ...people.agent1!, rights: new Set([`${need}:view`, `${need}:edit`]) };
const other = { ...people.agent2!, rights: keeper.rights };
const idOf = (letter: string): string => letter.repeat(32);
const fileOf = (more: Partial<FileState> = {}): FileState => ({
  exists: true,
  name: 'card.png',
  mime: 'image/png',
  sha256: 'a'.repeat(64),
  by: keeper.empId,
  for: 'customer-1',
  ...more,
});
const kind = (more: object = {}, fields: object = {}) => ({
  exists: true,
  cancelled: false,
  iStatus: 1,
  fields: { vName: 'Identity proof', ...fields },
  ...more,
});
const kept: Readonly<Record<string, unknown>> = {
  [`file-${idOf('a')}`]: fileOf(),
  [`file-${idOf('b')}`]: fileOf({ name: 'again.png' }),
  [`file-${idOf('c')}`]: fileOf({ name: 'bill.pdf', mime: 'application/pdf', sha256: 'c'.repeat(64) }),
  [`file-${idOf('o')}`]: fileOf({ by: other.empId }),
  [`file-${idOf('f')}`]: fileOf({ for: 'customer-2' }),
  [`file-${idOf('n')}`]: fileOf({ for: null }),
  [`file-${idOf('x')}`]: fileOf({ exists: false }),
  [`file-${idOf('s')}`]: fileOf({ for: null }),
  'master-customerDocument-1': kind(),
  'master-customerDocument-2': kind({}, { vName: 'Driving licence', bExpiryNeeded: 1 }),
  'master-customerDocument-3': kind({ iStatus: 0 }),
};
const fromSignup = { fileId: idOf('s'), kind: 'identity', name: 'identity.png', mime: 'image/png' };
const created = {
  type: 'CustomerCreated',
  data: { name: 'Savitri Rao', phones: [], pooId: 1, addresses: [], documents: [fromSignup] },
};
const added = {
  type: 'CustomerDocumentAdded',
  data: {
    no: 2,
    fileId: idOf('a'),
    documentId: 1,
    expiresOn: null,
    name: 'card.png',
    mime: 'image/png',
    sha256: 'a'.repeat(64),
  },
};
const when = (
  command: string,
  input: object,
  events: readonly { type: string; data: any }[] = [created],
  how: object = { as: keeper },
) => given(customer, events, [], kept).when(command, input, how);
const papers = (done: ReturnType<typeof when>) => done.life.state('customer-1').documents;

describe('a document is added', () => {
  const add = (input: object, ...more: [events?: readonly { type: string; data: any }[], how?: object]) =>
    when('addDocument', { fileId: idOf('a'), documentId: 1, ...input }, ...more);

  it('beside those from the sign-up, with the name of its upload', () => {
    const done = add({});
    done.then([added]);
    expect(papers(done)).toMatchObject([
      { no: 1, kind: 'identity', documentId: null, name: 'identity.png', added: null, checked: null },
      {
        no: 2,
        kind: null,
        documentId: 1,
        name: 'card.png',
        added: { empId: keeper.empId, name: keeper.name, at: new Date(wednesday).toISOString() },
      },
    ]);
  });
  it('with its last valid day, today included', () => {
    add({ documentId: 2, expiresOn: '2026-11-18' }).then([
      { type: 'CustomerDocumentAdded', data: { documentId: 2, expiresOn: '2026-11-18' } as never },
    ]);
  });
  it('even if the same content exists under another kind', () =>
    add({ fileId: idOf('b'), documentId: 2, expiresOn: '2027-01-01' }, [created, added]).then([
      'CustomerDocumentAdded',
    ]));
  it.each<[string, object, Partial<Refusal>]>([
    ['that nobody uploaded', { fileId: idOf('x') }, { status: 422, code: 'fileNotBrought', field: 'fileId' }],
    ['that another person uploaded', { fileId: idOf('o') }, { code: 'fileNotBrought' }],
    ['that was brought for another customer', { fileId: idOf('f') }, { code: 'fileNotBrought' }],
    ['that was brought for no customer', { fileId: idOf('n') }, { code: 'fileNotBrought' }],
    [
      'of no file at all',
      { fileId: '../../etc/passwd' },
      { status: 400, code: 'badFormat', field: 'fileId' },
    ],
    [
      'of a kind that is not there',
      { documentId: 9 },
      { status: 422, code: 'notInList', field: 'documentId' },
    ],
    ['of a kind no longer in use', { documentId: 3 }, { code: 'notInList', field: 'documentId' }],
    [
      'without its last day where the kind needs one',
      { documentId: 2 },
      { code: 'expiryNeeded', field: 'expiresOn', details: { name: 'Driving licence' } },
    ],
    [
      'that ran out yesterday',
      { expiresOn: '2026-11-17' },
      { status: 422, code: 'documentOver', field: 'expiresOn' },
    ],
    ['with a day that is none', { expiresOn: '2026-02-30' }, { code: 'badFormat', field: 'expiresOn' }],
    ['with a name of the caller', { name: 'other.png' }, { status: 400 }],
  ])('not one %s', (_, input, refusal) => add(input).then(refusal));
  it('only once per file, and per content of a kind', () => {
    add({}, [created, added]).then({ status: 409, code: 'documentTwice', field: 'fileId' });
    add({ fileId: idOf('b') }, [created, added]).then({ code: 'documentTwice' });
  });
  it('up to the maximum per customer', () => {
    const full = Array.from({ length: mostDocuments - 1 }, (_, n) => ({
      ...added,
      data: { ...added.data, no: n + 2, fileId: `${n}`.padEnd(32, 'z'), sha256: '' },
    }));
    add({}, [created, ...full]).then({
      status: 422,
      code: 'documentsFull',
      details: { most: mostDocuments },
    });
  });
  it('by those with the edit right, in their own places', () => {
    add({}, [created], { as: { ...keeper, rights: new Set([`${need}:view`]) } }).then({ status: 403 });
    add({}, [created], { as: { ...keeper, poos: [3] } }).then({ status: 404 });
  });
});

describe('a document is verified', () => {
  const check = (
    input: object,
    how: object = { as: other },
    events: readonly { type: string; data: any }[] = [created, added],
  ) => when('verifyDocument', { no: 2, accepted: true, ...input }, events, how);

  it('by somebody other than the uploader, with author and time', () => {
    const done = check({});
    done.then([{ type: 'CustomerDocumentVerified', data: { no: 2, accepted: true, reason: null } }]);
    expect(papers(done)[1].checked).toEqual({
      at: new Date(wednesday).toISOString(),
      empId: other.empId,
      name: other.name,
      accepted: true,
      reason: null,
    });
    check({}, { as: keeper }).then({ status: 403, code: 'checkedByAnother' });
  });
  it('and rejected with a reason', () => {
    check({ accepted: false }).then({ status: 422, code: 'required', field: 'reason' });
    check({ accepted: false, reason: 'x' }).then({ status: 400, field: 'reason' });
    check({ accepted: false, reason: 'Cannot be read' }).then([
      { type: 'CustomerDocumentVerified', data: { no: 2, accepted: false, reason: 'Cannot be read' } },
    ]);
  });
  it('once', () => {
    const verdict = {
      type: 'CustomerDocumentVerified',
      data: { no: 2, accepted: false, reason: 'Cannot be read' },
    };
    check({}, { as: other }, [created, added, verdict]).then({ status: 409, code: 'documentChecked' });
  });
  it('including one from the sign-up, by somebody other than its uploader', () => {
    check({ no: 1 }).then(['CustomerDocumentVerified']);
    check({ no: 1 }, { as: keeper }).then({ code: 'checkedByAnother' });
  });
  it('not again when it was verified in the sign-up', () => {
    const checked = { at: '2026-11-17T09:30:00.000Z', empId: other.empId, name: other.name };
    const looked = { ...created, data: { ...created.data, documents: [{ ...fromSignup, checked }] } };
    const done = check({ no: 1 }, { as: other }, [looked]);
    done.then({ status: 409, code: 'documentChecked', details: { name: other.name } });
    expect(papers(done)[0].checked).toEqual({ ...checked, accepted: true, reason: null });
  });
  it('cannot be accepted once expired', () => {
    const over = { ...added, data: { ...added.data, expiresOn: '2026-11-17' } };
    check({}, { as: other }, [created, over]).then({ status: 422, code: 'documentOver' });
    check({ accepted: false, reason: 'Ran out' }, { as: other }, [created, over]).then([
      'CustomerDocumentVerified',
    ]);
  });
  it('when it exists, by those with the edit right, in their own places', () => {
    check({ no: 7 }).then({ status: 404, field: 'no' });
    check({ accepted: undefined }).then({ status: 400, code: 'required', field: 'accepted' });
    check({}, { as: { ...other, rights: new Set([`${need}:view`]) } }).then({ status: 403 });
    check({}, { as: { ...other, poos: [3] } }).then({ status: 404 });
  });
});

describe('a document added by mistake is removed', () => {
  const verdict = { type: 'CustomerDocumentVerified', data: { no: 2, accepted: true, reason: null } };
  const gone = { type: 'CustomerDocumentTakenBack', data: { no: 2, reason: 'Another customer’s card' } };
  const take = (
    input: object,
    how: object = { as: keeper },
    events: readonly { type: string; data: any }[] = [created, added],
  ) => when('takeBackDocument', { no: 2, reason: 'Another customer’s card', ...input }, events, how);

  it('with author, time and reason, by its uploader or others', () => {
    const done = take({});
    done.then([gone]);
    expect(papers(done)[1].takenBack).toEqual({
      at: new Date(wednesday).toISOString(),
      empId: keeper.empId,
      name: keeper.name,
      reason: 'Another customer’s card',
    });
    expect(papersOf(papers(done)).map(({ no }: any) => no)).toEqual([1]);
    take({}, { as: other }).then([gone]);
  });
  it('never without a reason', () => {
    take({ reason: undefined }).then({ status: 400, code: 'required', field: 'reason' });
    take({ reason: 'x' }).then({ status: 400, field: 'reason' });
  });
  it('once verified, only by somebody other than the uploader', () => {
    take({}, { as: keeper }, [created, added, verdict]).then({ status: 403, code: 'takenBackByAnother' });
    take({}, { as: keeper }, [
      created,
      added,
      { ...verdict, data: { no: 2, accepted: false, reason: 'Blurred' } },
    ]).then({ code: 'takenBackByAnother' });
    take({}, { as: other }, [created, added, verdict]).then([gone]);
  });
  it('including one from the sign-up, and of a former customer', () => {
    take({ no: 1 }).then(['CustomerDocumentTakenBack']);
    take({}, { as: keeper }, [created, added, { type: 'CustomerExited', data: { on: '2026-11-17' } }]).then([
      gone,
    ]);
  });
  it('once, and can no longer be verified', () => {
    const refusal = { status: 409, code: 'documentTakenBack', field: 'no' } as const;
    take({}, { as: other }, [created, added, gone]).then(refusal);
    when('verifyDocument', { no: 2, accepted: true }, [created, added, gone], { as: other }).then(refusal);
  });
  it('when it exists, by those with the edit right, in their own places, and not on a duplicate', () => {
    take({ no: 7 }).then({ status: 404, field: 'no' });
    take({}, { as: { ...keeper, rights: new Set([`${need}:view`]) } }).then({ status: 403 });
    take({}, { as: { ...keeper, poos: [3] } }).then({ status: 404 });
    take({}, { as: keeper }, [created, added, { type: 'CustomersMerged', data: { into: 9 } }]).then({
      status: 409,
      code: 'customerMerged',
    });
  });
  it('and may be added again under a new number', () => {
    const again = when('addDocument', { fileId: idOf('a'), documentId: 1 }, [created, added, gone]);
    again.then([{ type: 'CustomerDocumentAdded', data: { no: 3, fileId: idOf('a') } as never }]);
    expect(papersOf(papers(again)).map(({ no }: any) => no)).toEqual([1, 3]);
  });
  it('and does not count towards the maximum', () => {
    const full = Array.from({ length: mostDocuments - 2 }, (_, n) => ({
      ...added,
      data: { ...added.data, no: n + 3, fileId: `${n}`.padEnd(32, 'z'), sha256: '' },
    }));
    const add = (events: readonly { type: string; data: any }[]) =>
      when('addDocument', { fileId: idOf('c'), documentId: 1 }, events);
    add([created, added, ...full]).then({ code: 'documentsFull' });
    add([created, added, ...full, gone]).then(['CustomerDocumentAdded']);
  });
  it('and does not return by a merge', () => {
    const [mine, theirs] = [
      take({}),
      when('verifyDocument', { no: 2, accepted: true }, [created, added], { as: other }),
    ].map(papers);
    expect(joinDocuments(theirs, mine)).toEqual(theirs);
    expect(papersOf(joinDocuments(mine, theirs)).map(({ no, fileId }: any) => [no, fileId])).toEqual([
      [1, idOf('s')],
      [3, idOf('a')],
    ]);
    expect(joinDocuments(mine, mine)).toEqual(mine);
  });
});
