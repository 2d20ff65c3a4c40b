import { Loader, MultiSelect, Select } from '@mantine/core';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Pill.css';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { shared } from './field.ts';
import type { Choice, FieldProps } from './field.ts';

export function SelectField(
  props: FieldProps<string | null> & { readonly choices: readonly Choice[] },
): ReactNode {
  const t = useFrame();
  return (
    <Select
      {...shared(props)}
      data={props.choices}
      value={props.value}
      onChange={(value) => props.onChange(value)}
      searchable={props.choices.length > 8}
      clearable={!props.required}
      allowDeselect={!props.required}
      nothingFoundMessage={t('field.lookupNone')}
      clearButtonProps={{ 'aria-label': t('clear') }}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={280}
    />
  );
}

export function MultiField(
  props: FieldProps<readonly string[]> & { readonly choices: readonly Choice[] },
): ReactNode {
  const t = useFrame();
  return (
    <MultiSelect
      {...shared(props)}
      data={props.choices}
      value={[...props.value]}
      onChange={props.onChange}
      searchable
      openOnFocus={false}
      clearable
      hidePickedOptions
      nothingFoundMessage={t('field.lookupNone')}
      clearButtonProps={{ 'aria-label': t('clear') }}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={280}
    />
  );
}

export interface LookupFieldProps extends FieldProps<Choice | null> {
  /** Queries the server; a rejection is shown in the field. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  readonly letters?: number;
}

const PAUSE_MS = 250;

/** One record of many, found by typing. */
export function LookupField(props: LookupFieldProps): ReactNode {
  const t = useFrame();
  const { find, letters = 2, value } = props;
  const [text, setText] = useState(value?.label ?? '');
  const [found, setFound] = useState<readonly Choice[]>(value ? [value] : []);
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const [active, setActive] = useState(false);
  const prompted = text.trim();
  const enough = active && prompted.length >= letters;

  useEffect(() => {
    if (!enough || prompted === value?.label) {
      setState('idle');
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      setState('asking');
      find(prompted, stop.signal).then(
        (choices) => {
          if (stop.signal.aborted) return;
          setFound(choices);
          setState('idle');
        },
        () => {
          if (!stop.signal.aborted) setState('failed');
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [prompted, enough, find, value?.label]);

  const data = value && !found.some((one) => one.value === value.value) ? [value, ...found] : found;
  return (
    <Select
      {...shared({ ...props, error: props.error ?? (state === 'failed' ? t('field.lookupFailed') : null) })}
      data={data}
      filter={({ options }) =>
        enough ? options : options.filter((option) => 'value' in option && option.value === value?.value)
      }
      searchable
      openOnFocus={false}
      clearable={!props.required}
      value={value?.value ?? null}
      searchValue={text}
      onSearchChange={setText}
      onFocus={() => setActive(true)}
      onChange={(id) => props.onChange(data.find((one) => one.value === id) ?? null)}
      nothingFoundMessage={
        !enough
          ? t('field.lookupHint', { count: letters })
          : state === 'asking'
            ? t('field.searching')
            : t('field.lookupNone')
      }
      {...(state === 'asking'
        ? { rightSection: <Loader size={14} role="img" aria-label={t('field.searching')} /> }
        : {})}
      clearButtonProps={{ 'aria-label': t('clear') }}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={280}
    />
  );
}
