import type { ReactNode } from 'react';
import { accountKey } from '#shared/streams/money/incentive/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { NumberField } from '#web/parts/field/text-fields.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useIncentiveTranslations } from './translations.ts';

const empty = { way: 'add' as string | null, paise: null as number | null, reason: '' };

/** Requests an adjustment, which a second person confirms. */
export function AdjustDialog({
  dsaId,
  onClose,
}: {
  readonly dsaId: number;
  readonly onClose: () => void;
}): ReactNode {
  const t = useIncentiveTranslations();
  const draft = useDraft('incentive.adjust', dsaId, empty);
  const adjust = useCommand('incentive', 'adjust');
  const { way, paise, reason } = draft.values;
  const rule = useReason(reason);
  return (
    <SendDialog
      title={t('adjustTitle')}
      verb={t('adjustSend')}
      sending={adjust}
      draft={draft}
      wrong={{ paise: paise === null || paise < 1 ? t('amountMissing') : null, reason: rule.wrong }}
      send={() =>
        adjust.run(accountKey(dsaId), {
          paise: way === 'take' ? -(paise ?? 0) : paise,
          reason: reason.trim(),
        })
      }
      done={t('done.adjust')}
      onClose={onClose}
    >
      {(error) => (
        <>
          <SelectField
            label={t('way')}
            value={way}
            required
            choices={[
              { value: 'add', label: t('way.add') },
              { value: 'take', label: t('way.take') },
            ]}
            onChange={(value) => draft.put({ way: value })}
          />
          <NumberField
            label={t('amount')}
            value={paise}
            money
            required
            min={1}
            error={error('paise')}
            onChange={(value) => draft.put({ paise: value })}
          />
          <ReasonField draft={draft} label={t('reason')} hint={rule.hint} error={error('reason')} />
        </>
      )}
    </SendDialog>
  );
}
