import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand } from '#web/live/use-command.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { FileField, type SentFile } from '#web/parts/field/FileField.tsx';
import { NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { TillLive } from './row.ts';

interface Props {
  readonly tills: readonly TillLive[];
  readonly place: (id: number | null) => string;
  readonly onClose: () => void;
}

/** Cash of closed days taken to the bank, with its slip. */
export function RecordDeposit({ tills, place, onClose }: Props): ReactNode {
  const { t } = useTranslations('day-end');
  const record = useCommand<CommandAnswer & { readonly number: string }>('deposit', 'record');
  const waiting = tills.filter(({ undeposited }) => undeposited.length > 0);
  const [pooId, setPooId] = useState<string | null>(waiting[0]?.id ?? null);
  const till = waiting.find(({ id }) => id === pooId);
  const days = till?.undeposited ?? [];
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = days.filter(({ date }) => !left.includes(date));
  const whole = chosen.reduce((sum, { paise }) => sum + paise, 0);
  const [typed, setTyped] = useState<number | null>(null);
  const [bank, setBank] = useState('');
  const [slipNo, setSlipNo] = useState('');
  const [depositedOn, setDepositedOn] = useState<string | null>(businessDay(serverClock.now()));
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  return (
    <SendDialog
      title={t('recordDeposit')}
      verb={t('recordDeposit')}
      sending={record}
      keep={bank !== '' || slipNo !== '' || files.length > 0}
      wrong={{
        dates: chosen.length === 0,
        paise: (typed ?? whole) < 1,
        bank: bank.trim() === '',
        slipNo: slipNo.trim() === '',
        depositedOn: depositedOn === null,
        fileId: files.length === 0,
      }}
      send={() =>
        record.run('new', {
          pooId: Number(pooId),
          dates: chosen.map(({ date }) => date),
          paise: typed ?? whole,
          bank,
          slipNo,
          depositedOn,
          fileId: files[0]?.id ?? '',
        })
      }
      onSent={({ number }) => {
        toast({ text: t('depositRecorded', { number }), tone: 'ok' });
        onClose();
      }}
      onClose={onClose}
    >
      {(error) => (
        <div className="de-part">
          <SelectField
            label={t('column.place')}
            value={pooId}
            choices={waiting.map(({ id }) => ({ value: id, label: place(Number(id)) }))}
            onChange={setPooId}
          />
          {days.map(({ date, paise }) => (
            <Checkbox
              key={date}
              size="xs"
              checked={!left.includes(date)}
              label={`${formatDate(date)} · ${formatMoney(paise)}`}
              onChange={(event) =>
                setLeft(event.currentTarget.checked ? left.filter((one) => one !== date) : [...left, date])
              }
            />
          ))}
          <NumberField
            label={t('amount')}
            error={error('paise')}
            value={typed ?? whole}
            money
            required
            min={1}
            onChange={setTyped}
          />
          <TextField
            label={t('bank')}
            error={error('bank')}
            value={bank}
            required
            maxLength={60}
            onChange={setBank}
          />
          <TextField
            label={t('slipNo')}
            error={error('slipNo')}
            value={slipNo}
            required
            code
            maxLength={30}
            onChange={setSlipNo}
          />
          <DateField
            label={t('depositedOn')}
            error={error('depositedOn')}
            value={depositedOn}
            required
            onChange={setDepositedOn}
          />
          <FileField label={t('slip')} error={error('fileId')} value={files} required onChange={setFiles} />
          {error('dates') && (
            <p className="ops-tone-danger" role="alert">
              {error('dates')}
            </p>
          )}
        </div>
      )}
    </SendDialog>
  );
}
