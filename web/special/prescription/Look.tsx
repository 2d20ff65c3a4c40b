import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import { History } from './History.tsx';
import { LineTable } from './LineTable.tsx';
import { useRxTranslations } from './translations.ts';
import { Workbench } from './Workbench.tsx';

/** A read-only prescription: its pages, and its lines where they may be seen. */
export function Appearance({
  record,
  note,
}: {
  readonly record: RxCase;
  readonly note?: ReactNode;
}): ReactNode {
  const t = useRxTranslations();
  const [active, setActive] = useState<string | null>(null);
  const apart = record.stage === 'secondPending' || record.stage === 'secondEntering';
  const marks = (record.lines.length > 0 ? record.lines : record.repeat).flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <Workbench record={record} marks={marks} activeId={active} onPick={setActive}>
      {note ?? <p className="ops-muted">{t(apart ? 'hidden' : 'readOnly')}</p>}
      {record.lines.length > 0 && (
        <LineTable
          lines={record.lines}
          activeNo={active === null ? null : Number(active)}
          onActive={(no) => setActive(String(no))}
        />
      )}
      <History record={record} />
    </Workbench>
  );
}
