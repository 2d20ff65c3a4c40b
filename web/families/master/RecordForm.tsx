import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Duplicate, Labels, MasterRow } from '#shared/families/master-wire.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age } from '#web/parts/Age.tsx';
import { prompt } from '#web/parts/prompt.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { PartBoundary } from '#web/parts/PartBoundary.tsx';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import type { MasterPlug } from './plug.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FieldInput } from './FieldInput.tsx';
import { sectionsOf } from './form-values.ts';
import { useProblemText } from './problems.ts';
import { useDuplicates } from './use-duplicates.ts';
import type { RecordForm as Form, Saved } from './use-record-form.ts';

export interface RecordFormProps {
  readonly def: MasterDef;
  readonly row: MasterRow | null;
  readonly labels: Labels;
  readonly form: Form;
  readonly speech: Speech;
  readonly long: boolean;
  readonly masters: Masters;
  readonly plug: MasterPlug;
  readonly onSaved: (saved: Saved) => void;
  readonly onOpenOther: (id: number) => void;
}

/** Whether the form may be left; the input stays as a draft. */
export async function mayLeave(dirty: boolean, t: Speech['t']): Promise<boolean> {
  return (
    !dirty || prompt({ title: t('leaveTitle'), body: t('leaveText'), yes: t('leaveYes'), no: t('leaveNo') })
  );
}

/** A form from the declaration: sections, fields, problems, duplicates, and concurrent changes by others. */
export function RecordForm({
  def,
  row,
  labels,
  form,
  speech,
  long,
  masters,
  plug,
  onSaved,
  onOpenOther,
}: RecordFormProps): ReactNode {
  const { t, own } = speech;
  const body = useRef<HTMLFormElement>(null);
  const translate = useProblemText(def, own);
  const duplicates = useDuplicates(def, row?.id ?? null, form.values, form.base);
  useUnsaved(form.dirty);
  useLeaveGuard(form.dirty, t);

  const toFirstProblem = (): void => {
    requestAnimationFrame(() =>
      body.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ma-problem')?.focus(),
    );
  };
  const save = async (): Promise<void> => {
    const saved = await form.save();
    if (saved) onSaved(saved);
    else toFirstProblem();
  };
  useCommands([
    {
      id: 'master.save',
      label: t('save'),
      keys: ['$mod+s', '$mod+Enter'],
      scope: 'panel',
      inFields: true,
      disabled: form.pending ? t('off.busy') : null,
      run: () => void save(),
    },
  ]);

  const { Assist, assisted = [] } = plug;
  const sections = sectionsOf(def, form.values, row === null)
    .map(({ name, fields }) => ({ name, fields: fields.filter((one) => !assisted.includes(one.name)) }))
    .filter(({ fields }) => fields.length > 0);
  const error =
    (name: string) =>
    (path: string): string | null => {
      const problem = form.problems.get(path ? `${name}.${path}` : name);
      return problem ? translate(problem) : null;
    };
  const fixed = (name: string): string | null => {
    if (!row) return null;
    const field = def.fields.find((one) => one.name === name);
    if (field?.readOnly && row.fields[name] != null) return t('fixedOnce');
    return def.changeable && !def.changeable.includes(name) ? t('fixedHere') : null;
  };
  const first = sections[0]?.fields.find(
    ({ name }) => !fixed(name) && !(def.autoCode && name === 'vCode'),
  )?.name;
  return (
    <form
      ref={body}
      className="ma-form"
      data-long={long || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {long && sections.length > 1 && (
        <nav className="ma-anchors" aria-label={t('parts')}>
          {sections.map(({ name }) => (
            <a
              key={name}
              href={`#ma-${name}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(`ma-${name}`)?.scrollIntoView({ block: 'start' });
                document.getElementById(`ma-${name}`)?.focus();
              }}
            >
              {title(name, speech)}
            </a>
          ))}
        </nav>
      )}
      <div className="ma-form-main">
        <DraftNote draft={form} />
        {form.taken.length > 0 && (
          <p className="ma-note" role="status">
            {t('taken', { fields: form.taken.map((name) => own(`field.${name}`)).join(', ') })}
          </p>
        )}
        {form.failure && (
          <InlineError
            failure={form.failure}
            onDismiss={form.dismiss}
            {...(form.failure.again ? { onRetry: () => void save() } : {})}
          />
        )}
        <Found list={duplicates.exact} alike={duplicates.alike} own={own} t={t} onOpen={onOpenOther} />
        {Assist && (
          <PartBoundary of={row?.id ?? 'new'}>
            <Assist
              def={def}
              masters={masters}
              speech={speech}
              labels={labels}
              row={row}
              form={form}
              error={(name) => error(name)('')}
            />
          </PartBoundary>
        )}
        {sections.map(({ name, fields }) => (
          <section
            key={name}
            id={`ma-${name}`}
            tabIndex={-1}
            className="ma-section"
            aria-label={title(name, speech)}
          >
            {sections.length > 1 && <h3>{title(name, speech)}</h3>}
            <div className="ma-fields">
              {fields.map((field) => (
                <div
                  key={field.name}
                  className="ma-field"
                  data-wide={field.kind === 'paragraph' || field.kind === 'rows' || undefined}
                >
                  <FieldInput
                    master={def.name}
                    field={field}
                    value={form.values[field.name]}
                    record={row ? `master-${def.kind}-${row.id}` : `master-${def.kind}-new`}
                    own={own}
                    labels={labels}
                    error={error(field.name)}
                    fixed={fixed(field.name)}
                    autoFocus={field.name === first}
                    onChange={(value) => form.put(field.name, value)}
                    onBlur={() => form.left(field.name)}
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </div>
      {form.conflicts.length > 0 && (
        <ConflictDialog
          fields={def.fields}
          conflicts={form.conflicts}
          labels={labels}
          speech={speech}
          pending={form.pending}
          onClose={form.stopSettling}
          onSettle={(mine) => void form.settle(mine).then((saved) => saved && onSaved(saved))}
        />
      )}
    </form>
  );
}

function title(section: string, { own, t }: Speech): string {
  const text = own(`section.${section}`);
  return text === `section.${section}` ? t('section.general') : text;
}

function Found({
  list,
  alike,
  own,
  t,
  onOpen,
}: {
  list: readonly Duplicate[];
  alike: readonly Duplicate[];
  own: Speech['own'];
  t: Speech['t'];
  onOpen: (id: number) => void;
}): ReactNode {
  if (list.length + alike.length === 0) return null;
  const line = (one: Duplicate): ReactNode => (
    <li key={`${one.field}:${one.id}`}>
      <button type="button" className="ma-link" onClick={() => onOpen(one.id)}>
        {one.code && one.code !== one.name ? `${one.code} · ` : ''}
        {one.name || `#${one.id}`}
      </button>
      <span className="ops-muted">
        {' '}
        {own(`field.${one.field}`)}
        {one.iStatus === 0 && <> · {own('state.0')}</>}
      </span>
    </li>
  );
  return (
    <div className="ma-found" data-exact={list.length > 0 || undefined} role="status">
      <p>{list.length > 0 ? t('duplicateExact') : t('duplicateAlike')}</p>
      <ul>
        {list.map(line)}
        {alike.map(line)}
      </ul>
    </div>
  );
}

/** Buttons below a form. */
export function FormFoot({
  form,
  onSave,
  onCancel,
  t,
}: {
  form: Form;
  onSave: () => void;
  onCancel: () => void;
  t: Speech['t'];
}): ReactNode {
  return (
    <>
      <ActionButton label={t('save')} keys="$mod+s" primary pending={form.pending} onClick={onSave} />
      <Button variant="default" onClick={onCancel}>
        {t('cancelEdit')}
      </Button>
      {form.problems.size > 0 && (
        <span className="ops-tone-danger ma-count">{t('problems', { count: form.problems.size })}</span>
      )}
    </>
  );
}

export function Unsaved({ dirty }: { dirty: boolean }): ReactNode {
  const frame = useFrame();
  return dirty ? (
    <StatusWord tone="warn" soft>
      {frame('unsaved')}
    </StatusWord>
  ) : null;
}

/** Who changed it last, and when. */
export function Author({ row, speech: { t, author } }: { row: MasterRow; speech: Speech }): ReactNode {
  return (
    <span className="ma-author ops-muted">
      {t('changedBy', { name: author(row.updatedBy), time: formatInstant(row.updatedAt) })} ·{' '}
      <Age at={row.updatedAt} long />
    </span>
  );
}

/** Confirms before navigating to another screen. */
function useLeaveGuard(dirty: boolean, t: Speech['t']): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const { state } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    void mayLeave(true, t).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
    // oxlint-disable-next-line react/exhaustive-deps -- asked once a blocked move
  }, [state]);
}
