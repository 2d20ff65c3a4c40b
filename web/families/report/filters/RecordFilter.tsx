import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Pill.css';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { ReportChoice } from '#shared/families/report-wire.ts';
import { api, type Query } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { useFrame } from '#web/locales/translations.ts';
import { route } from '../declaration.ts';

const pauseMs = 250;

/** Filters by records picked by their names; only those that occur in the reader's rows are offered. */
export function RecordFilter({
  report,
  column,
  label,
  any,
  query,
  value,
  onChange,
}: {
  report: string;
  column: string;
  label: string;
  any: string;
  query: Query;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}): ReactNode {
  const frame = useFrame();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [active, setActive] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching, error } = useQuery<readonly ReportChoice[]>({
    queryKey: ['report-choices', report, column, query, text],
    enabled: active || value.length > 0,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      api.get<readonly ReportChoice[]>(`${route('choices', report)}/${encodeURIComponent(column)}`, {
        query: { ...query, text: text || undefined },
        signal,
      }),
  });
  const found = data ?? [];
  const known = new Set(found.map((one) => one.value));
  const choices = [
    ...found,
    // Chosen elsewhere or for another period: no row says its name.
    ...value.filter((id) => !known.has(id)).map((id) => ({ value: id, label: `#${id}` })),
  ];
  return (
    <MultiSelect
      className="ops-list-many"
      aria-label={label}
      {...(value.length > 0 ? {} : { placeholder: any })}
      searchable
      clearable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={() => setActive(true)}
      nothingFoundMessage={
        error
          ? frame('field.lookupFailed')
          : isFetching
            ? frame('field.searching')
            : frame('field.lookupNone')
      }
      clearButtonProps={{ 'aria-label': frame('clear') }}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={280}
      data={choices}
      value={[...value]}
      onChange={onChange}
    />
  );
}
