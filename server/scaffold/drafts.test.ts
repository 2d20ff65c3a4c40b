import { expect, test } from 'vitest';
import { approvalDraft } from './approval.ts';
import { documentDraft } from './document.ts';
import { ScaffoldError, type Wanted } from './draft.ts';
import { formDraft } from './form.ts';
import { masterDraft } from './master.ts';
import { queueDraft } from './queue.ts';
import { reportDraft } from './report.ts';
import { wallDraft } from './wall.ts';

const wanted = (name: string, options: Wanted['options'] = {}): Wanted => ({
  ...{ name, english: 'Care tiers', spanish: 'Niveles', options },
});

test("a new master takes the owner's route and both titles", () => {
  const { files, register, screen } = masterDraft({
    ...wanted('colour'),
    english: 'Colours',
    spanish: 'Colores',
  });
  expect(files.map(({ file }) => file)).toEqual(['shared/masters/colour.ts']);
  expect(register.line).toBe("export { colour } from './colour.ts';");
  expect(screen).toBeNull();
  expect(files[0]!.text).toContain("route: 'masters/colourMaster'");
  expect(files[0]!.text).toContain("title: { en: 'Colours', es: 'Colores' }");
});

test('a name of two words becomes one constant, and a kind that numbers are reserved for', () => {
  const { files, register } = masterDraft(wanted('care-tier', { route: '/masters/careTiers' }));
  expect(register.line).toBe("export { careTier } from './care-tier.ts';");
  expect(files[0]!.text).toContain("kind: 'careTier'");
});

test('a route that no screen has becomes one beside its neighbours', () => {
  const { screen } = masterDraft(wanted('care-tier', { route: '/masters/careTiers' }));
  expect(screen).toMatchObject({ line: "['/masters/careTiers', 'careTiers', 'Care tiers']," });
  expect(screen!.before).toMatch(/^\/masters\//);
});

test('a route is never invented, a title never omitted', () => {
  expect(() => masterDraft(wanted('unicorn'))).toThrow(/No route/);
  expect(() => masterDraft({ ...wanted('colour'), spanish: '' })).toThrow(/both languages/);
  expect(() => masterDraft(wanted('Colour'))).toThrow(/kebab-case/);
  expect(() => masterDraft(wanted('care-tier', { route: '/outBound/careTiers' }))).toThrow('/masters/');
});

test('a draft names only events and commands that exist', () => {
  const about = { subject: 'lead', route: '/outBound/reminders' };
  expect(() => queueDraft(wanted('reminders', { ...about, enter: 'LeadLots', leave: 'LeadLost' }))).toThrow(
    'lead has no event "LeadLots"',
  );
  expect(() => formDraft(wanted('new-lead', { command: 'lead/create', route: '/outBound/newLead' }))).toThrow(
    'lead has no command "create"',
  );
  expect(() => reportDraft(wanted('changes', { subject: 'leed' }))).toThrow('No stream "leed"');
  expect(() => approvalDraft(wanted('extra', { subject: 'expense' }))).toThrow(ScaffoldError);
});

test('a new approval is written with the decision of its subject, by the usual names of its events', () => {
  const about = { raised: 'BarcodeEditRequested', approve: 'applyEdit', reject: 'rejectEdit' };
  const [decision, kind] = approvalDraft(
    wanted('label', { ...about, subject: 'barcode', route: '/approvals/label' }),
  ).files;
  expect(decision!.file).toBe('shared/streams/stock/barcode/label-decision.ts');
  expect(decision!.text).toContain("import type { BarcodeEvent } from './state.ts'");
  expect(decision!.text).toContain("applied: 'BarcodeEditApproved'");
  expect(kind!.text).toContain('decision: labelDecision');
  expect(() =>
    approvalDraft(
      wanted('label', { ...about, subject: 'tempdesig', raised: 'TemporaryDesignationRequested' }),
    ),
  ).toThrow('tempdesig has no event "TemporaryDesignationLinked"');
});

test('the fields of a form are those of its command, with the rules and texts of each', () => {
  const [draft] = formDraft(
    wanted('new-lead', { command: 'lead/createLead', route: '/outBound/newLead' }),
  ).files;
  expect(draft!.text).toContain("{ name: 'name', kind: 'text', required: true }");
  expect(draft!.text).toContain("{ name: 'pooId', kind: 'place' }");
  expect(draft!.text).toContain('begin: ({ pooId }) => ({ pooId })');
  expect(draft!.text.match(/'field\.phone': /g)).toHaveLength(2);
});

test('a new wall has a test, and a right that a paired screen holds', () => {
  const about = { subject: 'lead', enter: 'LeadCreated', leave: 'LeadLost' };
  const { files, register } = wallDraft(wanted('lost-leads', { ...about, route: '/outBound/signup-queue' }));
  expect(files.map(({ file }) => file)).toEqual([
    'shared/walls/lost-leads.ts',
    'shared/walls/lost-leads.test.ts',
  ]);
  expect(register.line).toBe("export { lostLeadsWall } from './lost-leads.ts';");
  expect(files[0]!.text).toContain("need: ['Out Bound/signup-queue:view']");
  expect(() => wallDraft(wanted('lost-leads', { ...about, route: '/masters/colourMaster' }))).toThrow(
    'A paired screen does not hold Masters/colourMaster:view',
  );
  expect(() => wallDraft(wanted('lost-leads', { ...about, leave: 'LeadGone' }))).toThrow(
    'lead has no event "LeadGone"',
  );
});

test('a new document is a stream and a declaration, with a letter that no other kind has', () => {
  const about = { route: '/purchaseanddispatch/goodsNote', area: 'purchase', letter: 'W' };
  const { files, also, screen } = documentDraft(wanted('goods-note', about));
  expect(files.map(({ file }) => file)).toEqual([
    'shared/streams/purchase/goodsnote/goodsnote.ts',
    'shared/streams/purchase/goodsnote/goodsnote.test.ts',
    'shared/documents/goods-note.ts',
  ]);
  expect(also!.map(({ line }) => line)).toEqual([
    "export { goodsnote } from './purchase/goodsnote/goodsnote.ts';",
    "  W: 'goodsnote',",
  ]);
  expect(screen!.line).toBe("['/purchaseanddispatch/goodsNote', 'goodsNote', 'Care tiers'],");
  expect(() => documentDraft(wanted('goods-note', { ...about, letter: 'P' }))).toThrow('has "P"');
  expect(() => documentDraft(wanted('goods-note', { ...about, area: 'bakery' }))).toThrow('No area "bakery"');
  expect(() => documentDraft(wanted('debitnote', { ...about, letter: 'W' }))).toThrow('There is a stream');
});

test('the labels of a form keep abbreviations, and say which numbers nobody types', () => {
  const { files, next } = formDraft(
    wanted('new-lead', { route: '/outBound/newLead', command: 'lead/createLead' }),
  );
  expect(files[0]!.text).toContain("'option.source.DSA': 'DSA'");
  expect(files[0]!.text).toContain("'field.phone': 'Teléfono'");
  expect(next.join(' ')).toContain('listId, campaignId by name');
});

test('an approval over an event that opens a request already says so', () => {
  const events = {
    linked: 'ExpenseRequestLinked',
    failed: 'ExpenseApproveFailed',
    superseded: 'ExpenseWithdrawn',
  };
  const { next } = approvalDraft(
    wanted('second-expense', {
      ...{ route: '/approvals/secondExpense', subject: 'expense', raised: 'ExpenseSubmitted', ...events },
      ...{ approve: 'applyApproval', reject: 'applyRejection' },
    }),
  );
  expect(next[0]).toContain('ExpenseSubmitted already opens a request of empExpenseApproval');
});
