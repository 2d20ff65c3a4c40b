import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, monthOf, showMonth } from '#shared/core/day.ts';
import { periodOf, wholeMonths } from '#shared/families/report-period.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { ChoiceFilter } from '#web/parts/list/ListHead.tsx';
import type { TranslateReport } from '../translations.ts';
import type { ReportState } from '../use-report-state.ts';

/** Months to choose from, this one and those before it. */
const months = 25;

/** A month; this one and the last keep their meaning in a saved view. */
export function MonthFilter({
  state,
  label,
  t,
}: {
  state: Pick<ReportState, 'filters' | 'put'>;
  label: string;
  t: TranslateReport;
}): ReactNode {
  const { period, from } = state.filters;
  const [today] = useState(() => businessDay(serverClock.now()));
  const earlier: string[] = [];
  for (let month = monthOf(periodOf('lastMonth', today).from); earlier.length < months - 2;)
    earlier.push((month = monthOf(addDays(`${month}-01`, -1))));
  const named = from === null ? null : monthOf(from);
  const all = named !== null && !earlier.includes(named) ? [named, ...earlier] : earlier;
  return (
    <ChoiceFilter
      label={label}
      always
      choices={[
        ...(['thisMonth', 'lastMonth'] as const).map((preset) => ({
          value: preset,
          label: `${t(`period.${preset}`)} (${showMonth(periodOf(preset, today).from)})`,
        })),
        ...all.map((month) => ({ value: month, label: showMonth(month) })),
      ]}
      value={named ?? period}
      onChange={(value) => {
        if (value === 'thisMonth' || value === 'lastMonth')
          state.put({ period: value, from: null, to: null });
        else if (value !== null) {
          const day = `${value}-01`;
          state.put({ period: null, ...wholeMonths({ from: day, to: day }) });
        }
      }}
    />
  );
}
