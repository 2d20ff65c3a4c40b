import { useState } from 'react';
import type { ReactNode } from 'react';
import { newKey } from '#web/live/api.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { FileField, type SentFile } from '#web/parts/field/FileField.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';

/** Money paid out of the drawer for the shop. */
export function PettyForm({
  dayId,
  onDone,
}: {
  readonly dayId: string;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useTranslations('day-end');
  const pay = useCommand('dayend', 'payPettyCash');
  const [entryId] = useState(newKey);
  const [paise, setPaise] = useState<number | null>(null);
  const [purpose, setPurpose] = useState('');
  const [paidTo, setPaidTo] = useState('');
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const send = async (): Promise<void> => {
    const body = {
      entryId,
      paise: paise ?? 0,
      purpose,
      paidTo,
      ...(files[0] ? { fileId: files[0].id } : {}),
    };
    if (!(await pay.run(dayId, body))) return;
    toast({ text: t('pettyPaid', { amount: formatMoney(paise ?? 0) }), tone: 'ok' });
    onDone();
  };
  return (
    <section className="de-part">
      <h3>{t('petty')}</h3>
      <NumberField
        label={t('amount')}
        hint={t('pettyHint')}
        value={paise}
        money
        required
        min={1}
        onChange={setPaise}
      />
      <TextField label={t('purpose')} value={purpose} required maxLength={250} onChange={setPurpose} />
      <TextField label={t('paidTo')} value={paidTo} required maxLength={100} onChange={setPaidTo} />
      <FileField label={t('bill')} value={files} onChange={setFiles} />
      {pay.failure && <InlineError failure={pay.failure} onDismiss={pay.dismiss} />}
      <div className="de-do">
        <ActionButton primary label={t('pay')} pending={pay.pending} onClick={() => void send()} />
        <ActionButton label={t('cancel')} onClick={onDone} />
      </div>
    </section>
  );
}

const modes = ['cash', 'upi', 'card'] as const;

/** A customer pays an invoice at the counter. */
export function ReceiptForm({
  dayId,
  onDone,
}: {
  readonly dayId: string;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useTranslations('day-end');
  const receive = useCommand('dayend', 'receiveAtCounter');
  const [entryId] = useState(newKey);
  const [paise, setPaise] = useState<number | null>(null);
  const [mode, setMode] = useState<string | null>('cash');
  const [invoice, setInvoice] = useState('');
  const [from, setFrom] = useState('');
  const send = async (): Promise<void> => {
    if (!(await receive.run(dayId, { entryId, mode: mode ?? 'cash', paise: paise ?? 0, invoice, from })))
      return;
    toast({ text: t('received', { amount: formatMoney(paise ?? 0) }), tone: 'ok' });
    onDone();
  };
  return (
    <section className="de-part">
      <h3>{t('counter')}</h3>
      <SelectField
        label={t('mode')}
        value={mode}
        choices={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        onChange={setMode}
      />
      <NumberField label={t('amount')} value={paise} money required min={1} onChange={setPaise} />
      <TextField label={t('invoice')} value={invoice} required code maxLength={20} onChange={setInvoice} />
      <TextField label={t('from')} hint={t('fromHint')} value={from} maxLength={100} onChange={setFrom} />
      {receive.failure && <InlineError failure={receive.failure} onDismiss={receive.dismiss} />}
      <div className="de-do">
        <ActionButton primary label={t('record')} pending={receive.pending} onClick={() => void send()} />
        <ActionButton label={t('cancel')} onClick={onDone} />
      </div>
    </section>
  );
}
