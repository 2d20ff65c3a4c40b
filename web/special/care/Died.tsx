import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import { reference } from '#shared/core/reference.ts';
import type { PatientHead } from '#shared/streams/care/wire.ts';
import { useCareTranslations } from './translations.ts';

/** That the patient died: on which day, or on which call it was reported. */
export function Died({
  head: { diedOn, deceasedCallId },
}: {
  head: Pick<PatientHead, 'diedOn' | 'deceasedCallId'>;
}): ReactNode {
  const t = useCareTranslations();
  if (diedOn === null) return null;
  const on = showDay(diedOn);
  return (
    <p className="care-alarm">
      {deceasedCallId === null
        ? t('deceased', { on })
        : t('deceasedTold', { on, ref: reference('CL', deceasedCallId) })}
    </p>
  );
}
