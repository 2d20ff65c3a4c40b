import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CommandAnswer } from '#shared/wire.ts';
import { unscanned } from '#shared/streams/delivery/parcel/parcel-label.ts';
import { codeShape, doorModes } from '#shared/streams/delivery/parcel/rules.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { FileField, type SentFile } from '#web/parts/field/FileField.tsx';
import { AreaField, TextField } from '#web/parts/field/text-fields.tsx';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { ParcelRow } from './row.ts';
import { useParcelScan } from './use-parcel-scan.ts';

/** Marks a parcel as delivered with a paper that shows it. */
export function MarkForm({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const mark = useCommand('delivery', 'markDelivered');
  const [reason, setReason] = useState('');
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const [mode, setMode] = useState<string | null>('cash');
  const off = !hasRight(person, 'Inventory/markAsDeliverd:edit')
    ? t('off.right')
    : parcel.agent?.empId === person.empId
      ? t('off.rider')
      : files.length === 0
        ? t('off.file')
        : null;
  const send = async (): Promise<void> => {
    const cod = parcel.codDuePaise > 0 ? { paise: parcel.codDuePaise, mode: mode ?? 'cash' } : null;
    const body = { reason: reason.trim(), fileId: files[0]?.id ?? '', cod };
    if (await mark.run(parcel.id, body, { version: parcel.version }))
      toast({ text: t('marked'), tone: 'ok' });
  };
  if (parcel.stage !== 'handedOver' && parcel.stage !== 'out' && parcel.stage !== 'undelivered') return null;
  return (
    <section className="pa-part">
      <h3>{t('mark')}</h3>
      <AreaField label={t('reason')} value={reason} required maxLength={250} onChange={setReason} />
      <FileField label={t('paper')} value={files} required onChange={setFiles} />
      {parcel.codDuePaise > 0 && (
        <SelectField
          label={t('codBy', { amount: formatMoney(parcel.codDuePaise) })}
          value={mode}
          choices={doorModes.map((value) => ({ value, label: t(`pay.${value}`) }))}
          onChange={setMode}
        />
      )}
      {mark.failure && <InlineError failure={mark.failure} onDismiss={mark.dismiss} />}
      <ActionButton
        primary
        label={t('mark')}
        pending={mark.pending}
        disabled={off}
        onClick={() => void send()}
      />
    </section>
  );
}

/** Asks the rider of a courier for the code, and gives the parcel out with it. */
export function PickupForm({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const issue = useCommand('delivery', 'issuePickupOtp');
  const verify = useCommand<CommandAnswer & { readonly wrong?: boolean; readonly left?: number }>(
    'delivery',
    'verifyPickupOtp',
  );
  const unlock = useCommand('delivery', 'unlockPickupOtp');
  const hand = useCommand('delivery', 'handOver');
  const [code, setCode] = useState('');
  const [left, setLeft] = useState<number | null>(null);
  const [labels, setLabels] = useState<readonly string[]>([]);
  const { read } = useParcelScan();
  const missing = unscanned(parcel, labels);
  const scan = async (scanned: string): Promise<ScanAnswer> => {
    const found = read([parcel], scanned);
    if (!found.delivery) return found.answer;
    setLabels(found.labels);
    return { ok: true, text: t('allScanned', { number: parcel.number }) };
  };
  const unread = missing.length > 0 ? t('off.labels', { list: missing.join(', ') }) : null;
  const may = hasRight(person, 'Inventory/dunzoPickupOtpVerification:create');
  const send = async (): Promise<void> => {
    const answer = await verify.run(parcel.id, { code, labels });
    setCode('');
    if (!answer) return;
    setLeft(answer.wrong ? (answer.left ?? 0) : null);
    if (!answer.wrong) toast({ text: t('handedOver', { number: parcel.number }), tone: 'ok' });
  };
  if (parcel.stage !== 'accepted') return null;
  const one = [issue, verify, unlock, hand].find(({ failure }) => failure !== null);
  return (
    <section className="pa-part">
      <h3>{t('handOver')}</h3>
      {parcel.partner && (
        <p>
          {parcel.partner.name} · {parcel.partner.riderName} · {parcel.partner.riderPhone}
          {parcel.partner.lrNo ? ` · ${parcel.partner.lrNo}` : ''}
        </p>
      )}
      {may && missing.length > 0 && (
        <>
          <ScanField label={t('scanOut')} onScan={scan} />
          <p className="ops-muted">{unread}</p>
        </>
      )}
      {one?.failure && <InlineError failure={one.failure} onDismiss={one.dismiss} />}
      {left !== null && (
        <p className="ops-tone-danger" role="alert">
          {t('wrongCode', { n: left })}
        </p>
      )}
      {parcel.mode === 'TRANSPORT' ? (
        <ActionButton
          primary
          label={t('handOver')}
          pending={hand.pending}
          disabled={may ? unread : t('off.right')}
          onClick={() => void hand.run(parcel.id, { labels })}
        />
      ) : parcel.codeLocked ? (
        <ActionButton
          label={t('unlock')}
          pending={unlock.pending}
          disabled={hasRight(person, 'Inventory/dunzoPickupOtpVerification:approve') ? null : t('off.unlock')}
          onClick={() => void unlock.run(parcel.id)}
        />
      ) : (
        <>
          {parcel.codeIssues > 0 && (
            <TextField label={t('code')} value={code} required code maxLength={6} onChange={setCode} />
          )}
          <div className="pa-do">
            {parcel.codeIssues > 0 && (
              <ActionButton
                primary
                label={t('verify')}
                pending={verify.pending}
                disabled={!may ? t('off.right') : (unread ?? (codeShape.test(code) ? null : t('off.code')))}
                onClick={() => void send()}
              />
            )}
            <ActionButton
              label={t(parcel.codeIssues > 0 ? 'codeAgain' : 'sendCode')}
              pending={issue.pending}
              disabled={may ? null : t('off.right')}
              onClick={() => void issue.run(parcel.id)}
            />
          </div>
        </>
      )}
    </section>
  );
}
