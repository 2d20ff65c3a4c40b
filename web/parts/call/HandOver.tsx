import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '#web/live/query.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { placeColleagues } from '#web/parts/field/colleagues.ts';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import type { OwnCall } from './use-own-call.ts';
import { useCallTranslations } from './translations.ts';

/** The colleague who takes over or joins the call. */
export function HandOver({
  step,
  pooId,
  own,
  onClose,
}: {
  step: 'transfer' | 'conference';
  pooId: number | null;
  own: OwnCall;
  onClose: () => void;
}): ReactNode {
  const t = useCallTranslations();
  const [empId, setEmpId] = useState<string | null>(null);
  const { data = [] } = useQuery({
    queryKey: ['place-colleagues', pooId],
    queryFn: ({ signal }) => placeColleagues(pooId, signal),
  });
  return (
    <SendDialog
      title={t(step)}
      verb={t(step)}
      sending={{ pending: own.pending === step, failure: own.failure }}
      wrong={{ empId: empId === null }}
      send={() => own.act(step, { empId: Number(empId) })}
      onClose={onClose}
    >
      {(error) => (
        <SelectField
          label={t('colleague')}
          value={empId}
          required
          autoFocus
          choices={data}
          error={error('empId')}
          onChange={setEmpId}
        />
      )}
    </SendDialog>
  );
}
