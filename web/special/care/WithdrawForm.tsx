import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { useCareTranslations } from './translations.ts';

export interface WithdrawProps {
  readonly aggregate: 'phx' | 'vital' | 'labreport';
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Crosses a record out with the reason; it stays for ever. */
export function WithdrawForm({ aggregate, id, version, name, onDone, onClose }: WithdrawProps): ReactNode {
  const t = useCareTranslations();
  const mark = useCommand(aggregate, 'markEnteredInError');
  return (
    <ReasonDialog
      about={[`${aggregate}.markEnteredInError`, id]}
      title={t('inErrorOf', { name })}
      verb={t('inError')}
      danger
      label={t('reason')}
      sending={mark}
      send={(reason) => mark.run(id, { reason }, { version })}
      onSent={onDone}
      onClose={onClose}
    >
      <p>{t('inErrorText')}</p>
    </ReasonDialog>
  );
}
