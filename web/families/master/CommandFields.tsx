import { Button } from '@mantine/core';
import { use, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MasterDef, MasterCommand } from '#shared/families/master-def.ts';
import type { Labels, MasterRow } from '#shared/families/master-wire.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { usePerson } from '#web/live/person.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { nameOf } from './columns.tsx';
import type { Speech } from './columns.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { loadMasters } from './declaration.ts';
import { FieldInput } from './FieldInput.tsx';
import { useProblemText } from './problems.ts';
import { mayLeave, Unsaved } from './RecordForm.tsx';
import { useCommandForm } from './use-command-form.ts';
import type { CommandForm } from './use-command-form.ts';
import type { Saved } from './use-record-form.ts';
import { screenFor } from './open-screen.ts';

interface CommandProps {
  readonly def: MasterDef;
  readonly command: MasterCommand;
  readonly row: MasterRow | null;
  readonly labels: Labels;
  readonly speech: Speech;
  readonly onDone: (done: Saved) => void;
  readonly onClose: () => void;
}

function CommandFields({
  def,
  command,
  row,
  form,
  labels,
  speech,
}: Pick<CommandProps, 'def' | 'command' | 'row' | 'labels' | 'speech'> & { form: CommandForm }): ReactNode {
  const prefix = `${command.name}.`;
  const text = useProblemText(def, (key, values) =>
    speech.own(
      key.startsWith('field.') && command.fields.some(({ name }) => key === `field.${name}`)
        ? key.replace('field.', `field.${prefix}`)
        : key,
      values,
    ),
  );
  return (
    <div className="ma-form-main">
      <DraftNote draft={form} />
      {form.failure && (
        <InlineError
          failure={form.failure}
          {...(form.failure.again ? { onRetry: () => void form.send() } : {})}
        />
      )}
      <div className="ma-fields">
        {command.fields.map((field, at) => (
          <div
            key={field.name}
            className="ma-field"
            data-wide={['paragraph', 'rows', 'file'].includes(field.kind) || undefined}
          >
            <FieldInput
              master={def.name}
              field={field}
              prefix={prefix}
              lookupPrefix="command."
              record={row ? `${command.aggregate}-${row.id}` : undefined}
              value={form.values[field.name]}
              onChange={(value) => form.put(field.name, value)}
              own={speech.own}
              labels={labels}
              autoFocus={at === 0}
              error={(path) => {
                const problem = form.problems.get(path ? `${field.name}.${path}` : field.name);
                return problem ? text(problem) : null;
              }}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The record exists already: what can be done with it instead of creating another. */
function Known({
  command,
  form,
  speech,
  onDone,
}: Pick<CommandProps, 'command' | 'speech' | 'onDone'> & { readonly form: CommandForm }): ReactNode {
  const masters = use(loadMasters());
  const person = usePerson();
  const { known } = form;
  if (!known) return null;
  const { instead, elsewhere } = command;
  const other = known.code === elsewhere?.code ? screenFor(masters, elsewhere.lookup, person) : undefined;
  return (
    <div className="ma-found ma-known" role="alert">
      <p>{known.message}</p>
      {known.code === instead?.code && (
        <Button
          size="compact-sm"
          loading={form.pending}
          onClick={() => void form.sendInstead().then((done) => done && onDone(done))}
        >
          {speech.own(`action.${command.name}.instead`)}
        </Button>
      )}
      {other && (
        <Link className="ma-link" to={`/${other.route}?row=${String(known.details?.[elsewhere!.id])}`}>
          {speech.own(`action.${command.name}.elsewhere`)}
        </Link>
      )}
    </div>
  );
}

/** A command to one record, in a dialog. */
export function CommandDialog(props: CommandProps): ReactNode {
  const { def, command, row, labels, speech, onDone, onClose } = props;
  const { t, own } = speech;
  const form = useCommandForm(def, command, row);
  return (
    <SendDialog
      keep={form.dirty}
      width={command.fields.length > 3 || command.fields.some(({ kind }) => kind === 'rows') ? 560 : 440}
      title={
        row ? `${own(`action.${command.name}`)} · ${nameOf(def, row, speech)}` : own(`action.${command.name}`)
      }
      verb={own(`action.${command.name}`)}
      cancel={t('back')}
      danger={command.danger ?? false}
      sending={{ pending: form.pending, failure: null }}
      wrong={{}}
      send={form.send}
      onSent={onDone}
      onClose={onClose}
    >
      {() => (
        <>
          <CommandFields def={def} command={command} row={row} form={form} labels={labels} speech={speech} />
          {form.conflicts.length > 0 && (
            <ConflictDialog
              fields={command.fields}
              prefix={`${command.name}.`}
              conflicts={form.conflicts}
              labels={labels}
              speech={speech}
              pending={form.pending}
              onClose={form.stopSettling}
              onSettle={(mine) => void form.settle(mine).then((done) => done && onDone(done))}
            />
          )}
        </>
      )}
    </SendDialog>
  );
}

/** A command that creates a record, beside the list. */
export function CommandPanel(
  props: CommandProps & { readonly onDirty: (dirty: boolean) => void },
): ReactNode {
  const { def, command, row, labels, speech, onDone, onClose, onDirty } = props;
  const { t, own } = speech;
  const form = useCommandForm(def, command, row);
  useUnsaved(form.dirty);
  useEffect(() => {
    onDirty(form.dirty);
    return () => onDirty(false);
  }, [form.dirty, onDirty]);
  const send = async (): Promise<void> => {
    const done = await form.send();
    if (done) onDone(done);
  };
  const leave = async (): Promise<void> => {
    if (await mayLeave(form.dirty, t)) onClose();
  };
  useCommands([
    {
      id: 'master.save',
      label: t('save'),
      keys: ['$mod+s', '$mod+Enter'],
      scope: 'panel',
      inFields: true,
      disabled: form.pending ? t('off.busy') : null,
      run: () => void send(),
    },
  ]);
  return (
    <Panel
      width={460}
      closeFromFields
      title={own(`action.${command.name}`)}
      aside={<Unsaved dirty={form.dirty} />}
      onClose={() => void leave()}
      foot={
        <>
          <ActionButton
            label={t('save')}
            keys="$mod+s"
            primary
            pending={form.pending}
            onClick={() => void send()}
          />
          <Button variant="default" onClick={() => void leave()}>
            {t('cancelEdit')}
          </Button>
          {form.problems.size > 0 && (
            <span className="ops-tone-danger ma-count">{t('problems', { count: form.problems.size })}</span>
          )}
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Known command={command} form={form} speech={speech} onDone={onDone} />
        <CommandFields def={def} command={command} row={row} form={form} labels={labels} speech={speech} />
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Panel>
  );
}
