import type { ReactNode } from 'react';
import { accountKey } from '#shared/streams/money/incentive/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useIncentiveTranslations } from './translations.ts';

/** Records the transfer of the balance that is shown. */
export function PayDialog({
  dsaId,
  balancePaise,
  onClose,
}: {
  readonly dsaId: number;
  readonly balancePaise: number;
  readonly onClose: () => void;
}): ReactNode {
  const t = useIncentiveTranslations();
  const draft = useDraft('incentive.pay', dsaId, { reference: '' });
  const pay = useCommand('incentive', 'pay');
  const reference = draft.values.reference.trim();
  return (
    <SendDialog
      title={t('payTitle', { amount: formatMoney(balancePaise) })}
      verb={t('pay')}
      sending={pay}
      draft={draft}
      wrong={{ reference: reference.length < 3 ? t('referenceShort') : null }}
      send={() => pay.run(accountKey(dsaId), { paise: balancePaise, reference })}
      done={t('done.pay')}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p>{t('payText')}</p>
          <TextField
            label={t('reference')}
            value={draft.values.reference}
            required
            autoFocus
            maxLength={40}
            error={error('reference')}
            onChange={(value) => draft.put({ reference: value })}
          />
        </>
      )}
    </SendDialog>
  );
}
