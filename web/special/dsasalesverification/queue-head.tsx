import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueHeadProps } from '#web/families/queue/head.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { LookupField } from '#web/parts/field/choice-fields.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useClaimTranslations } from './translations.ts';
import './sale-claim.css';

interface Found {
  readonly iEmpId: number;
  readonly vEmpFname: string;
  readonly vEmpLname: string;
}

async function findAffiliates(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const found = await api.get<readonly Found[]>('/employee/api/v2/employees/filter', {
    query: { vEmpFname: text, iStatus: 1, iIsAffiliate: 1, pageNo: 0, records: 20 },
    signal,
  });
  return found.map(({ iEmpId, vEmpFname, vEmpLname }) => ({
    value: String(iEmpId),
    label: `${vEmpFname} ${vEmpLname} · ${iEmpId}`,
  }));
}

/** An affiliate claims an order, or somebody at the desk does it for them. */
export function Head({ off, onOpen }: QueueHeadProps): ReactNode {
  const t = useClaimTranslations();
  const person = usePerson();
  const [open, setOpen] = useState(false);
  const [order, setOrder] = useState('');
  const [agent, setAgent] = useState<Choice | null>(null);
  const [tried, setTried] = useState(false);
  const claim = useCommand('dsasale', 'claim');
  const forOthers = hasRight(person, 'Prescription/dsa-sales-verification:edit');
  const may = forOthers || hasRight(person, 'Prescription/dsa-sales-verification:create');
  useCommands([
    {
      id: 'dsasale.claim',
      label: t('claim'),
      keys: 'a',
      scope: 'screen',
      permitted: may && !open,
      disabled: off,
      run: () => setOpen(true),
    },
  ]);
  if (!may) return null;
  if (!open)
    return (
      <div className="sc-bar">
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<KeyHint keys="a" />}
          disabled={off !== null}
          onClick={() => setOpen(true)}
        >
          {t('claim')}
        </Button>
      </div>
    );
  const { failure } = claim;
  const missing = (blank: boolean): string | null => (tried && blank ? t('required') : null);
  const send = async (): Promise<void> => {
    setTried(true);
    const number = order.trim();
    if (number === '' || (forOthers && agent === null)) return;
    const made = await claim.run('new', {
      order: number,
      ...(agent === null ? {} : { empId: Number(agent.value) }),
    });
    if (!made) return;
    toast({ text: t('done', { order: number }), tone: 'ok' });
    setOpen(false);
    setOrder('');
    setAgent(null);
    setTried(false);
    onOpen(made.id);
  };
  return (
    <form
      className="sc-form"
      aria-label={t('claim')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={t('order')}
        value={order}
        required
        autoFocus
        maxLength={40}
        error={failure?.field === 'order' ? failure.message : missing(order.trim() === '')}
        onChange={(next) => {
          claim.dismiss();
          setOrder(next);
        }}
      />
      {forOthers && (
        <LookupField
          label={t('agent')}
          placeholder={t('agentHint')}
          value={agent}
          required
          find={findAffiliates}
          error={failure?.field === 'empId' ? failure.message : missing(agent === null)}
          onChange={(next) => {
            claim.dismiss();
            setAgent(next);
          }}
        />
      )}
      <span className="sc-actions">
        <Button type="submit" loading={claim.pending}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
      </span>
      {failure && failure.field !== 'order' && (failure.field !== 'empId' || !forOthers) && (
        <div className="sc-wide">
          <InlineError failure={failure} onDismiss={claim.dismiss} />
        </div>
      )}
    </form>
  );
}
