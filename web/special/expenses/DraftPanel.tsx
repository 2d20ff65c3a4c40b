import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import {
  expenseCategories,
  expenseLimits,
  oldestExpense,
  ownVehicles,
  type ExpenseCategory,
} from '#shared/streams/people/expense/limits.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { fileSlot, type OutboxEntry, type OutboxFile } from '#web/live/outbox/entry.ts';
import { NotRefused } from '#web/live/outbox/outbox.ts';
import { outbox } from '#web/live/outbox/use-outbox.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { IconPaperclip, IconX } from '#web/parts/icons.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useExpenseTranslations } from './translations.ts';

const empty = {
  spentOn: null as string | null,
  category: null as ExpenseCategory | null,
  km: null as number | null,
  paise: null as number | null,
  note: '',
};
const kinds: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);

/** A draft expense with photos of its receipts; kept on the device until the server has it. */
export function DraftPanel({
  corrected = null,
  onClose,
}: {
  /** The refused draft that is corrected; null for a new one. */
  readonly corrected?: OutboxEntry | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useExpenseTranslations();
  const today = businessDay(serverClock.now());
  const draft = useDraft<typeof empty>('expense.draft', corrected && String(corrected.seq), {
    ...empty,
    spentOn: today,
    ...corrected?.body,
  });
  const { spentOn, category, km, paise, note } = draft.values;
  const [receipts, setReceipts] = useState<readonly OutboxFile[]>(corrected?.files ?? []);
  const [tried, setTried] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const vehicle = category !== null && ownVehicles.includes(category);
  const missing = {
    spentOn: spentOn === null ? t('required') : null,
    category: category === null ? t('required') : null,
    km: vehicle && km === null ? t('required') : null,
    paise: category !== null && !vehicle && paise === null ? t('required') : null,
  };
  const needsReceipt = !vehicle && (paise ?? 0) > expenseLimits.receiptAbovePaise && receipts.length === 0;
  const take = (files: FileList | null): void => {
    const good = [...(files ?? [])].filter((file) => kinds.has(file.type) && file.size <= limits.uploadBytes);
    setTrouble(good.length < (files?.length ?? 0) ? t('receiptKind') : null);
    const added = good.map((blob): OutboxFile => ({ name: blob.name, blob, fileId: null }));
    setReceipts([...receipts, ...added].slice(0, expenseLimits.mostReceipts));
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (Object.values(missing).some((one) => one !== null)) return;
    try {
      await outbox.add({
        aggregate: 'expense',
        id: 'new',
        command: 'draft',
        body: {
          spentOn,
          category,
          ...(vehicle ? { km } : { paise }),
          note: note.trim(),
          receipts: receipts.map((_file, n) => fileSlot(n)),
        },
        files: receipts,
        ...(corrected ? { corrects: corrected.seq } : {}),
        typedAt: new Date(serverClock.now()).toISOString(),
      });
    } catch (error) {
      // The input stays here: the device cannot store it, or the draft to be corrected is gone.
      return setTrouble(t(error instanceof NotRefused ? 'notRefused' : 'unkept'));
    }
    draft.done();
    onClose();
  };
  return (
    <Panel
      title={t(corrected ? 'correct' : 'new')}
      width={420}
      onClose={onClose}
      foot={<ActionButton primary label={t('saveDraft')} onClick={() => void save()} />}
    >
      <div className="ex-form">
        <DraftNote draft={draft} />
        <DateField
          label={t('spentOn')}
          value={spentOn}
          required
          min={oldestExpense(today)}
          max={today}
          error={tried ? missing.spentOn : null}
          onChange={(value) => draft.put({ spentOn: value })}
        />
        <SelectField
          label={t('category')}
          value={category}
          required
          error={tried ? missing.category : null}
          choices={expenseCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
          onChange={(value) =>
            draft.put({ category: expenseCategories.find((one) => one === value) ?? null })
          }
        />
        {vehicle ? (
          <NumberField
            label={t('kmDriven')}
            value={km}
            required
            decimals={1}
            min={0.1}
            max={expenseLimits.mostKm}
            hint={t('kmHint')}
            error={tried ? missing.km : null}
            onChange={(value) => draft.put({ km: value })}
          />
        ) : (
          <NumberField
            label={t('amount')}
            value={paise}
            required
            money
            min={1}
            max={expenseLimits.mostPaise}
            error={tried ? missing.paise : null}
            onChange={(value) => draft.put({ paise: value })}
          />
        )}
        <AreaField
          label={t('note')}
          value={note}
          maxLength={500}
          onChange={(value) => draft.put({ note: value })}
        />
        <section className="ex-receipts" aria-label={t('receipts')}>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('addReceipt')}
            accept="image/jpeg,image/png,application/pdf"
            onChange={(event) => {
              take(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
          {receipts.map((file, n) => (
            <span key={`${file.name} ${n}`} className="ex-receipt">
              {file.name}
              <button
                type="button"
                aria-label={t('removeReceipt', { name: file.name })}
                onClick={() => setReceipts(receipts.filter((one) => one !== file))}
              >
                <IconX size={14} />
              </button>
            </span>
          ))}
          <ActionButton
            label={t('addReceipt')}
            icon={<IconPaperclip size={16} />}
            disabled={receipts.length >= expenseLimits.mostReceipts ? t('receiptsFull') : null}
            onClick={() => input.current?.click()}
          />
          {needsReceipt && <p className="ops-tone-warn">{t('receiptNeeded')}</p>}
        </section>
        {trouble && (
          <p className="ops-tone-danger" role="alert">
            {trouble}
          </p>
        )}
      </div>
    </Panel>
  );
}
