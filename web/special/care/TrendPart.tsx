import type { ReactNode } from 'react';
import type { ValuesAnswer } from '#shared/streams/care/wire.ts';
import { unitText } from '#shared/streams/care/clinical/units.ts';
import { Trend } from '#web/parts/trend/Trend.tsx';
import { useEventTitle } from './StoryPanel.tsx';
import { useClinicalName } from './use-care.ts';

const streamOf: Readonly<Record<string, string>> = {
  Diagnosis: 'phx',
  Surgery: 'phx',
  Escalation: 'escalation',
  CareKit: 'carekit',
  Patient: 'patient',
};

/** The trend of one vital or assay: the usual range behind it, what happened beside it. */
export function TrendPart({ answer, loinc }: { answer: ValuesAnswer; loinc: string }): ReactNode {
  const title = useEventTitle();
  const nameOf = useClinicalName();
  const rows = answer.rows.filter((row) => row.loinc === loinc && row.value !== null);
  const last = rows.find(({ status }) => status === 'final');
  if (!last) return null;
  const marks = answer.marks.map(({ at, title: type, text }) => {
    const stream = Object.entries(streamOf).find(([start]) => type.startsWith(start))?.[1] ?? 'patient';
    return { at, text: `${title({ stream: `${stream}-0`, type })}: ${text}` };
  });
  return (
    <Trend
      label={nameOf(last.name)}
      unit={unitText(last.unit)}
      low={last.low}
      high={last.high}
      marks={marks}
      points={rows.map(({ at, value, flag, status }) => ({
        at,
        value: value ?? 0,
        flag,
        void: status !== 'final',
      }))}
    />
  );
}
