import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { handed } from '#shared/streams/delivery/parcel/rules.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { parcelTones, type ParcelRow, type RunRow } from './row.ts';
import { addParcelTranslations } from './translations.ts';
import { useParcelScan } from './use-parcel-scan.ts';
import './parcels.css';

addParcelTranslations();

interface Group {
  readonly key: string;
  readonly pooId: number;
  readonly agentId: number;
  readonly agent: string;
  readonly parcels: readonly ParcelRow[];
}

/** Parcels that riders have taken and that stand on no run yet, by place and rider. */
function groupsOf(rows: readonly ParcelRow[]): readonly Group[] {
  const ready = rows.filter(
    ({ stage, mode, statementId, agent }) =>
      (stage === 'assigned' || stage === 'accepted') &&
      mode === 'OWN' &&
      statementId === null &&
      agent?.empId != null,
  );
  return [...Map.groupBy(ready, ({ pooId, agent }) => `${pooId} ${agent?.empId}`)].map(([key, parcels]) => ({
    key,
    pooId: parcels[0]?.pooId ?? 0,
    agentId: parcels[0]?.agent?.empId ?? 0,
    agent: parcels[0]?.agent?.name ?? '',
    parcels: parcels.toSorted((a, b) => (a.pincode < b.pincode ? -1 : 1)),
  }));
}

/** Makes riders' runs: which parcels, which vehicle; scanned out, and off they go. */
export function StatementScreen(): ReactNode {
  const { t } = useTranslations('parcels');
  const parcels = useFeed<ParcelRow>('delivery/parcels');
  const runs = useFeed<RunRow>('delivery/statements');
  const rows = useFeedRows(parcels.rows);
  const made = useFeedRows(runs.rows).filter(({ stage }) => stage === 'generated');
  const groups = groupsOf(rows);
  if (parcels.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{parcels.message || undefined}</DeniedState>;
  return (
    <div className="pa-screen">
      <header className="pa-head">
        <span className="ops-muted">{t('makeText')}</span>
        <Freshness {...parcels.freshness} />
      </header>
      {groups.length === 0 && made.length === 0 && parcels.condition === 'live' && (
        <EmptyState title={t('noRuns')}>{t('noRunsText')}</EmptyState>
      )}
      {groups.map((group) => (
        <Make key={group.key} group={group} />
      ))}
      {made.map((run) => (
        <Leave key={run.id} run={run} parcels={rows.filter(({ statementId }) => statementId === run.id)} />
      ))}
    </div>
  );
}

function Make({ group }: { readonly group: Group }): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const place = usePlaceName();
  const generate = useCommand<CommandAnswer & { readonly number: string }>('statement', 'generate');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [vehicle, setVehicle] = useState('');
  const chosen = group.parcels.filter(({ id }) => !left.includes(id));
  const due = chosen.reduce((sum, { codDuePaise }) => sum + codDuePaise, 0);
  const send = async (): Promise<void> => {
    const answer = await generate.run('new', {
      pooId: group.pooId,
      agentId: group.agentId,
      vehicle,
      dcIds: chosen.map(({ id }) => id),
    });
    if (answer) toast({ text: t('generated', { number: answer.number }), tone: 'ok' });
  };
  const off = !hasRight(person, 'Delivery/deliveryStatement:create')
    ? t('off.right')
    : chosen.length === 0
      ? t('off.none')
      : vehicle.trim() === ''
        ? t('off.vehicle')
        : null;
  return (
    <section className="pa-card" aria-label={group.agent}>
      <h2>
        {group.agent} <span className="ops-muted">{place(group.pooId)}</span>
      </h2>
      <ul className="pa-list">
        {group.parcels.map((parcel) => (
          <li key={parcel.id}>
            <Checkbox
              size="xs"
              label={`${parcel.number} · ${parcel.customer} · ${parcel.pincode}`}
              checked={!left.includes(parcel.id)}
              onChange={(event) =>
                setLeft(
                  event.currentTarget.checked ? left.filter((id) => id !== parcel.id) : [...left, parcel.id],
                )
              }
            />
            <span className="ops-figures">{formatMoney(parcel.codDuePaise)}</span>
          </li>
        ))}
      </ul>
      <p className="ops-strong">{t('runSum', { count: chosen.length, amount: formatMoney(due) })}</p>
      <TextField label={t('vehicle')} value={vehicle} required code maxLength={15} onChange={setVehicle} />
      {generate.failure && <InlineError failure={generate.failure} onDismiss={generate.dismiss} />}
      <div className="pa-do">
        <ActionButton
          primary
          label={t('generate')}
          pending={generate.pending}
          disabled={off}
          onClick={() => void send()}
        />
      </div>
    </section>
  );
}

function Leave({
  run,
  parcels,
}: {
  readonly run: RunRow;
  readonly parcels: readonly ParcelRow[];
}): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const depart = useCommand('statement', 'depart');
  const cancel = useCommand('statement', 'cancel');
  const remove = useCommand('statement', 'removeDc');
  const [odometer, setOdometer] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const may = hasRight(person, 'Delivery/deliveryStatement:create');
  const waiting = parcels.filter(({ stage }) => !handed.has(stage));
  const { read, countOf } = useParcelScan();
  const scan = async (code: string): Promise<ScanAnswer> => {
    const found = read(parcels, code);
    if (!found.delivery) return found.answer;
    const { id, number } = found.delivery;
    try {
      await api.command('delivery', id, 'handOver', { labels: found.labels });
      return { ok: true, text: t('handedOver', { number }) };
    } catch (error) {
      return { ok: false, text: failureOf(error).message };
    }
  };
  const one = [depart, cancel, remove].find(({ failure }) => failure !== null);
  return (
    <section className="pa-card" aria-label={run.number}>
      <h2>
        <span className="ops-code">{run.number}</span> {run.agent.name}{' '}
        <span className="ops-muted">{run.vehicle}</span>
      </h2>
      {may && waiting.length > 0 && <ScanField label={t('scanOut')} onScan={scan} />}
      <ul className="pa-list">
        {parcels.map((parcel) => (
          <li key={parcel.id}>
            <span>
              <span className="ops-code">{parcel.number}</span> {parcel.customer} · {parcel.pincode}
            </span>
            <StatusWord tone={parcelTones[parcel.stage]}>{t(`stage.${parcel.stage}`)}</StatusWord>
            {parcel.stage === 'accepted' && may && (
              <span className="pa-do pa-wide">
                <span className="ops-muted">
                  {t('scannedCount', { n: countOf(parcel), count: Math.max(1, parcel.parcels) })}
                </span>
                <ActionButton
                  compact
                  label={t('remove')}
                  onClick={() => void remove.run(run.id, { dcId: parcel.id })}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <NumberField
        label={t('odometerOut')}
        value={odometer}
        decimals={1}
        min={0}
        required
        onChange={setOdometer}
      />
      {asked && (
        <AreaField label={t('reason')} value={reason} required maxLength={250} onChange={setReason} />
      )}
      {one?.failure && <InlineError failure={one.failure} onDismiss={one.dismiss} />}
      <div className="pa-do">
        <ActionButton
          primary
          label={t('depart')}
          pending={depart.pending}
          disabled={
            waiting.length > 0
              ? t('off.waiting', { count: waiting.length })
              : odometer === null
                ? t('off.odometer')
                : null
          }
          onClick={() => void depart.run(run.id, { odometerOut: odometer }, { version: run.version })}
        />
        <ActionButton
          danger
          label={t('cancelRun')}
          pending={cancel.pending}
          disabled={may ? null : t('off.right')}
          onClick={() =>
            asked
              ? void cancel.run(run.id, { reason: reason.trim() }, { version: run.version })
              : setAsked(true)
          }
        />
      </div>
    </section>
  );
}
