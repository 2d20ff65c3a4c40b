import { useCallback, useMemo, useState, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isDay } from '#shared/core/day.ts';
import { reportLimits } from '#shared/families/report-wire.ts';
import { meetsNeed, type PersonHere } from '#web/live/person.ts';
import { periodPresets, type PeriodPreset, type ReportDef } from '#shared/families/report.ts';
import type { Query } from '#web/live/api.ts';
import { keep, keptOf } from '#web/parts/kept.ts';

export const space = 'ops-report';
/** In an address: not grouped, although the report opens with groups. */
const ungrouped = '-';

export interface ReportFilters {
  /** A preset, or null while `from` and `to` name the days. */
  readonly period: PeriodPreset | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Chosen values by column. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly q: string;
  readonly group: string | null;
  /** Columns that the rows are sorted by, as the server takes them; empty for the report's own order. */
  readonly sort: string;
  /** The figures are shown beside those of the period before. */
  readonly compare: 'before' | null;
}

export interface ReportState {
  readonly filters: ReportFilters;
  readonly viewId: string | null;
  put(change: Partial<ReportFilters>): void;
  /** Shows a saved view's filters, or the report as declared. */
  show(viewId: string | null, filters: Partial<ReportFilters>): void;
  /** The address names a view without other filters. */
  named(viewId: string | null): void;
}

/** The preset a report opens with; null for one without a period. */
function presetOf(def: ReportDef): PeriodPreset | null {
  const filter = def.filters.find(({ kind }) => kind === 'period');
  return filter?.kind === 'period' ? filter.preset : null;
}

const choices = new Set<string>(periodPresets);

/** Columns that this person sees as initials, by which nothing can be sorted. */
const maskedFor = (def: ReportDef, person: PersonHere): readonly string[] =>
  def.columns.flatMap(({ name, unmask }) =>
    unmask === undefined || meetsNeed(person, unmask) ? [] : [name],
  );

/** Filters from the values of an address or a saved view; invalid ones are left out. */
export function readFilters(
  def: ReportDef,
  value: (name: string) => unknown,
  masked: readonly string[] = [],
): ReportFilters {
  const text = (name: string): string | null => {
    const one = value(name);
    return typeof one === 'string' && one !== '' ? one : null;
  };
  const day = (name: string): string | null => {
    const one = text(name);
    return one !== null && isDay(one) ? one : null;
  };
  const [from, to, preset] = [day('from'), day('to'), text('period')];
  const own = from !== null && to !== null;
  const known = new Set(def.columns.map(({ name }) => name));
  const group = text('group');
  return {
    period: own ? null : preset !== null && choices.has(preset) ? (preset as PeriodPreset) : presetOf(def),
    from: own ? from : null,
    to: own ? to : null,
    where: readWhere(value('where'), known),
    q: text('q') ?? '',
    group:
      group === ungrouped
        ? null
        : group !== null && def.groups.includes(group)
          ? group
          : (def.groupedBy ?? null),
    sort: readSort(text('sort') ?? '', (name) => known.has(name) && !masked.includes(name)),
    compare: value('compare') === 'before' ? 'before' : null,
  };
}

function readSort(text: string, isOpen: (name: string) => boolean): string {
  const names = new Set<string>();
  const sort = text.split(',').filter((one) => {
    const name = one.replace(/^-/, '');
    return isOpen(name) && !names.has(name) && names.add(name);
  });
  return sort.slice(0, reportLimits.sorts).join(',');
}

function readWhere(value: unknown, known: ReadonlySet<string>): Record<string, readonly string[]> {
  let given = value;
  if (typeof value === 'string')
    try {
      given = JSON.parse(value);
    } catch {
      return {}; // a truncated address: the report without these filters
    }
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, list]) =>
        known.has(name) && Array.isArray(list) && list.every((one) => typeof one === 'string'),
    ),
  ) as Record<string, readonly string[]>;
}

/** The server's query: filters as query parameters. */
export function queryOf({ period, from, to, where, q, group, compare }: ReportFilters): Query {
  return {
    period: period ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    where: Object.keys(where).length > 0 ? JSON.stringify(where) : undefined,
    q: q || undefined,
    group: group ?? undefined,
    compare: compare ?? undefined,
  };
}

/** The filters of a report live in the address; without one, those of the last visit are restored. */
export function useReportState(def: ReportDef, person: PersonHere): ReportState {
  const { empId } = person;
  const [params, setParams] = useSearchParams();
  const [restored] = useState(() =>
    params.toString() === '' ? (keptOf(space, empId, def.name).query ?? '') : '',
  );
  useEffect(() => {
    if (restored !== '') setParams(new URLSearchParams(restored), { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the screen opens
  }, []);
  const text = params.toString();
  const filters = useMemo(() => {
    const search = new URLSearchParams(text);
    return readFilters(def, (name) => search.get(name), maskedFor(def, person));
  }, [def, text, person]);

  const write = useCallback(
    (next: ReportFilters, viewId: string | null) => {
      const search = new URLSearchParams();
      const preset = presetOf(def);
      for (const [name, value] of Object.entries(queryOf(next)))
        if (value !== undefined && !(name === 'period' && value === preset)) search.set(name, String(value));
      if (next.sort !== '') search.set('sort', next.sort);
      if (next.group === null && def.groupedBy !== undefined) search.set('group', ungrouped);
      if (viewId !== null) search.set('view', viewId);
      keep(space, empId, def.name, { query: search.toString() });
      setParams(search, { replace: true });
    },
    [def, empId, setParams],
  );
  const viewId = params.get('view');
  return {
    filters,
    viewId,
    put: (change) => write({ ...filters, ...change }, viewId),
    show: (id, change) => write({ ...readFilters(def, () => null), ...change }, id),
    named: (id) => write(filters, id),
  };
}
