import { Button } from '@mantine/core';
import { use, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MasterDef, MasterOrder } from '#shared/families/master-def.ts';
import type { Labels, MasterRow } from '#shared/families/master-wire.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { usePerson } from '#web/live/person.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { nameOf } from './columns.tsx';
import type { Speech } from './columns.tsx';
import { loadMasters } from './declaration.ts';
import { FieldInput } from './FieldInput.tsx';
import { useSayProblem } from './problems.ts';
import { mayLeave, Unsaved } from './RecordForm.tsx';
import { useOrderForm } from './use-order-form.ts';
import type { OrderForm } from './use-order-form.ts';
import type { Saved } from './use-record-form.ts';
import { screenFor } from './open-screen.ts';

interface OrderProps {
  readonly def: MasterDef;
  readonly order: MasterOrder;
  readonly row: MasterRow | null;
  readonly labels: Labels;
  readonly speech: Speech;
  readonly onDone: (done: Saved) => void;
  readonly onClose: () => void;
}

function OrderFields({
  def,
  order,
  row,
  form,
  labels,
  speech,
}: Pick<OrderProps, 'def' | 'order' | 'row' | 'labels' | 'speech'> & { form: OrderForm }): ReactNode {
  const prefix = `${order.name}.`;
  const said = useSayProblem(def, (key, values) =>
    speech.own(key.startsWith('field.') && order.fields.some(({ name }) => key === `field.${name}`) ? key.replace('field.', `field.${prefix}`) : key, values),
  );
  return (
    <div className="ma-form-main">
      <DraftNote draft={form} />
      {form.failure && <InlineError failure={form.failure} {...(form.failure.again ? { onRetry: () => void form.send() } : {})} />}
      <div className="ma-fields">
        {order.fields.map((field, at) => (
          <div key={field.name} className="ma-field" data-wide={['note', 'rows', 'file'].includes(field.kind) || undefined}>
            <FieldInput
              master={def.name}
              field={field}
              prefix={prefix}
              lookupPrefix="order."
              record={row ? `${order.aggregate}-${row.id}` : undefined}
              value={form.values[field.name]}
              onChange={(value) => form.put(field.name, value)}
              own={speech.own}
              labels={labels}
              autoFocus={at === 0}
              error={(path) => {
                const problem = form.problems.get(path ? `${field.name}.${path}` : field.name);
                return problem ? said(problem) : null;
              }}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** There is such a record already: what can be done with it instead of making another. */
function Known({ order, form, speech, onDone }: Pick<OrderProps, 'order' | 'speech' | 'onDone'> & { readonly form: OrderForm }): ReactNode {
  const masters = use(loadMasters());
  const person = usePerson();
  const { known } = form;
  if (!known) return null;
  const { instead, elsewhere } = order;
  const other = known.code === elsewhere?.code ? screenFor(masters, elsewhere.lookup, person) : undefined;
  return (
    <div className="ma-found ma-known" role="alert">
      <p>{known.message}</p>
      {known.code === instead?.code && (
        <Button size="compact-sm" loading={form.pending} onClick={() => void form.sendInstead().then((done) => done && onDone(done))}>
          {speech.own(`action.${order.name}.instead`)}
        </Button>
      )}
      {other && (
        <Link className="ma-link" to={`/${other.route}?row=${String(known.details?.[elsewhere!.id])}`}>
          {speech.own(`action.${order.name}.elsewhere`)}
        </Link>
      )}
    </div>
  );
}

/** An order to one record, asked for in a dialog. */
export function OrderDialog(props: OrderProps): ReactNode {
  const { def, order, row, labels, speech, onDone, onClose } = props;
  const { t, own } = speech;
  const form = useOrderForm(def, order, row);
  const send = async (): Promise<void> => {
    const done = await form.send();
    if (done) onDone(done);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={form.dirty}
      pending={form.pending}
      width={order.fields.length > 3 || order.fields.some(({ kind }) => kind === 'rows') ? 560 : 440}
      title={row ? `${own(`action.${order.name}`)} · ${nameOf(def, row, speech)}` : own(`action.${order.name}`)}
      actions={
        <>
          <Button variant="default" disabled={form.pending} onClick={onClose}>
            {t('back')}
          </Button>
          <Button color={order.danger ? 'danger' : 'accent'} loading={form.pending} onClick={() => void send()}>
            {own(`action.${order.name}`)}
          </Button>
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
        <OrderFields def={def} order={order} row={row} form={form} labels={labels} speech={speech} />
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}

/** An order that makes a record, beside the list. */
export function OrderPanel(props: OrderProps & { readonly onDirty: (dirty: boolean) => void }): ReactNode {
  const { def, order, row, labels, speech, onDone, onClose, onDirty } = props;
  const { t, own } = speech;
  const form = useOrderForm(def, order, row);
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
      title={own(`action.${order.name}`)}
      aside={<Unsaved dirty={form.dirty} />}
      onClose={() => void leave()}
      foot={
        <>
          <ActionButton label={t('save')} keys="$mod+s" primary pending={form.pending} onClick={() => void send()} />
          <Button variant="default" onClick={() => void leave()}>
            {t('cancelEdit')}
          </Button>
          {form.problems.size > 0 && <span className="ops-tone-danger ma-count">{t('problems', { count: form.problems.size })}</span>}
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
        <Known order={order} form={form} speech={speech} onDone={onDone} />
        <OrderFields def={def} order={order} row={row} form={form} labels={labels} speech={speech} />
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Panel>
  );
}
