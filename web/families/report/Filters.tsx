import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { periodPresets, type PeriodPreset, type ReportDef } from '#shared/families/report.ts';
import { periodOf } from '#shared/families/report-period.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { ChoiceFilter, ManyFilter, SearchBox } from '#web/parts/list/ListHead.tsx';
import { PlacesFilter } from '#web/parts/list/PlaceFilter.tsx';
import type { TranslateReport } from './translations.ts';
import { queryOf, type ReportState } from './use-report-state.ts';

/** Few reports have these filters. */
const MonthFilter = lazy(() =>
  import('./filters/MonthFilter.tsx').then((part) => ({ default: part.MonthFilter })),
);
const RecordFilter = lazy(() =>
  import('./filters/RecordFilter.tsx').then((part) => ({ default: part.RecordFilter })),
);

export interface FiltersProps {
  readonly def: ReportDef;
  readonly state: ReportState;
  readonly t: TranslateReport;
  readonly own: (key: string) => string;
}

/** The filters a report declares, in its order. */
export function Filters({ def, state, t, own }: FiltersProps): ReactNode {
  return (
    <>
      {def.filters.map((filter) => {
        if (
          filter.kind === 'period' &&
          def.columns.find(({ name }) => name === filter.name)?.kind === 'month'
        )
          return (
            <Suspense key="period">
              <MonthFilter state={state} label={own(`column.${filter.name}`)} t={t} />
            </Suspense>
          );
        if (filter.kind === 'period')
          return <PeriodFilter key="period" def={def} state={state} t={t} mostDays={filter.mostDays} />;
        if (filter.kind === 'find') return <FindBox key="find" state={state} label={t('find')} />;
        const chosen = state.filters.where[filter.name] ?? [];
        const label = own(`column.${filter.name}`);
        const put = (values: readonly string[]): void => {
          const { [filter.name]: _before, ...others } = state.filters.where;
          state.put({ where: values.length === 0 ? others : { ...others, [filter.name]: values } });
        };
        if (filter.kind === 'place')
          return (
            <PlacesFilter key={filter.name} label={label} any={t('anyPlace')} value={chosen} onChange={put} />
          );
        if (filter.kind === 'reference')
          return (
            <Suspense key={filter.name}>
              <RecordFilter
                report={def.name}
                column={filter.name}
                label={own(`column.${filter.shown}`)}
                any={t('any', { name: own(`column.${filter.shown}`) })}
                query={queryOf(state.filters)}
                value={chosen}
                onChange={put}
              />
            </Suspense>
          );
        const column = def.columns.find(({ name }) => name === filter.name);
        return (
          <ManyFilter
            key={filter.name}
            label={label}
            any={t('any', { name: label })}
            choices={(column?.options ?? []).map((value) => ({
              value,
              label: own(`${filter.name}.${value}`),
            }))}
            value={chosen}
            onChange={put}
          />
        );
      })}
    </>
  );
}

function PeriodFilter({
  def,
  state,
  t,
  mostDays,
}: Omit<FiltersProps, 'own'> & { mostDays: number }): ReactNode {
  const { period, from, to } = state.filters;
  const today = businessDay(serverClock.now());
  const choose = (value: string | null): void => {
    if (value === 'own') {
      const filter = def.filters.find(({ kind }) => kind === 'period');
      const days = periodOf(period ?? (filter?.kind === 'period' ? filter.preset : 'last30'), today);
      return state.put({ period: null, ...days });
    }
    if (value !== null) state.put({ period: value as PeriodPreset, from: null, to: null });
  };
  const put = (days: { from?: string | null; to?: string | null }): void => {
    const next = { from: days.from ?? from ?? today, to: days.to ?? to ?? today };
    if (next.from > next.to) {
      if (days.from) next.to = next.from;
      else next.from = next.to;
    }
    const last = addDays(next.from, mostDays - 1);
    const first = addDays(next.to, 1 - mostDays);
    if (next.to > last) state.put(days.from ? { from: next.from, to: last } : { from: first, to: next.to });
    else state.put(next);
  };
  return (
    <>
      <ChoiceFilter
        label={t('period')}
        always
        choices={[...periodPresets, 'own' as const].map((value) => ({ value, label: t(`period.${value}`) }))}
        value={period ?? 'own'}
        onChange={choose}
      />
      {period === null && from !== null && (
        <span className="rp-days">
          <DateField label={t('from')} value={from} required onChange={(day) => put({ from: day })} />
          <span aria-hidden="true">–</span>
          <DateField label={t('to')} value={to} required onChange={(day) => put({ to: day })} />
        </span>
      )}
    </>
  );
}

/** The search is applied once the person pauses, so that each letter does not count all rows anew. */
const pauseMs = 300;

function FindBox({ state, label }: { state: ReportState; label: string }): ReactNode {
  const { q } = state.filters;
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(() => state.put({ q: text }), pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only typing starts the pause
  }, [text]);
  return <SearchBox name="report" label={label} value={text} onChange={setText} />;
}
