import { MultiSelect, Select, TextInput } from '@mantine/core';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Pill.css';
import type { SelectProps } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { useCommands } from '../commands/use-commands.ts';
import { IconSearch } from '../icons.ts';
import { KeyHint } from '../KeyHint.tsx';
import './list-head.css';
import { searchKeys } from './search-keys.ts';

/** A screen that consists of a list under one or two bars. */
export function ListScreen({ children }: { children: ReactNode }): ReactNode {
  return <div className="ops-list-screen">{children}</div>;
}

/** Filters of a list; `end` is aligned to the far side. */
export function ListBar({ children, end }: { children: ReactNode; end?: ReactNode }): ReactNode {
  return (
    <div className="ops-list-bar">
      {children}
      {end && <div className="ops-list-end">{end}</div>}
    </div>
  );
}

/** A note under the bar, e.g. that the list was truncated. */
export function ListNote({ children }: { children: ReactNode }): ReactNode {
  return (
    <p className="ops-list-note" role="status">
      {children}
    </p>
  );
}

export interface SearchBoxProps {
  /** Prefix of the command: `<name>.find`. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Search within the list: `/` focuses it, Escape clears it and then leaves it. */
export function SearchBox({ name, label, value, onChange }: SearchBoxProps): ReactNode {
  const frame = useFrame();
  const box = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: `${name}.find`,
      label,
      keys: '/',
      scope: 'screen',
      quiet: true,
      run: () => {
        box.current?.focus();
        box.current?.select();
      },
    },
  ]);
  return (
    <TextInput
      ref={box}
      className="ops-list-search"
      type="search"
      aria-label={label}
      placeholder={frame('search')}
      value={value}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSection={value ? undefined : <KeyHint keys="/" />}
      rightSectionPointerEvents="none"
      aria-keyshortcuts="/"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => searchKeys(event, () => onChange(''))}
    />
  );
}

export interface ChoiceFilterProps {
  readonly label: string;
  /** Text while nothing is selected. */
  readonly any?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Something is always selected. */
  readonly always?: boolean;
  readonly searchable?: boolean;
}

/** Filters a list by one of a few values. */
export function ChoiceFilter({
  label,
  any,
  choices,
  value,
  onChange,
  always = false,
  searchable = false,
}: ChoiceFilterProps): ReactNode {
  const frame = useFrame();
  const clear: SelectProps = always
    ? { allowDeselect: false }
    : { clearable: true, clearButtonProps: { 'aria-label': frame('clear') } };
  return (
    <Select
      {...clear}
      className="ops-list-choice"
      aria-label={label}
      {...(any === undefined ? {} : { placeholder: any })}
      searchable={searchable}
      comboboxProps={{ withinPortal: true }}
      data={[...choices]}
      value={value}
      onChange={onChange}
    />
  );
}

export interface ManyFilterProps extends Pick<ChoiceFilterProps, 'label' | 'any' | 'choices'> {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Filters a list by any of the chosen values; each is a chip that can be removed alone. */
export function ManyFilter({ label, any, choices, value, onChange }: ManyFilterProps): ReactNode {
  const frame = useFrame();
  return (
    <MultiSelect
      className="ops-list-many"
      aria-label={label}
      {...(any === undefined || value.length > 0 ? {} : { placeholder: any })}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={frame('field.lookupNone')}
      clearButtonProps={{ 'aria-label': frame('clear') }}
      comboboxProps={{ withinPortal: true }}
      data={[...choices]}
      value={[...value]}
      onChange={onChange}
    />
  );
}

export interface Slice {
  readonly id: string | null;
  readonly label: string;
  readonly count: number | null;
  readonly warn?: boolean;
}

/** Slices of a list with their counts; one is shown. */
export function Slices({
  label,
  slices,
  value,
  onChange,
}: {
  label: string;
  slices: readonly Slice[];
  value: string | null;
  onChange: (id: string | null) => void;
}): ReactNode {
  return (
    <div className="ops-slices" role="group" aria-label={label}>
      {slices.map((one) => (
        <button
          key={one.id ?? ''}
          type="button"
          aria-pressed={value === one.id}
          data-tone={one.warn ? 'warn' : undefined}
          onClick={() => onChange(value === one.id ? null : one.id)}
        >
          <b className="ops-figures">{one.count ?? ''}</b> {one.label}
        </button>
      ))}
    </div>
  );
}
