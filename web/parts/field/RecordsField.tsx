import { Loader, MultiSelect } from '@mantine/core';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Pill.css';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { shared } from './field.ts';
import type { Choice, FieldProps } from './field.ts';

const PAUSE_MS = 250;

/** Several records, found by typing. */
export function RecordsField({
  find,
  known,
  value,
  onChange,
  ...base
}: FieldProps<readonly string[]> & {
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** What is known of a record before it is found. */
  readonly known: (id: string) => Choice;
}): ReactNode {
  const frame = useFrame();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [names, setNames] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      setState('asking');
      find(text.trim(), stop.signal).then(
        (choices) => {
          if (stop.signal.aborted) return;
          setFound(choices);
          setState('idle');
        },
        () => !stop.signal.aborted && setState('failed'),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [opened, text, find]);
  const chosen = value.map((id) => names.get(id) ?? found.find((one) => one.value === id) ?? known(id));
  const data = [...chosen, ...found.filter((one) => !chosen.some((other) => other.value === one.value))];
  return (
    <MultiSelect
      {...shared({ ...base, error: base.error ?? (state === 'failed' ? frame('field.lookupFailed') : null) })}
      data={data}
      value={[...value]}
      searchable
      clearable
      hidePickedOptions
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
      filter={({ options }) => options}
      onChange={(next) => {
        setNames(new Map(data.map((one) => [one.value, one])));
        onChange(next);
      }}
      nothingFoundMessage={state === 'asking' ? frame('field.searching') : frame('field.lookupNone')}
      {...(state === 'asking'
        ? { rightSection: <Loader size={14} role="img" aria-label={frame('field.searching')} /> }
        : {})}
      clearButtonProps={{ 'aria-label': frame('clear') }}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={280}
    />
  );
}
