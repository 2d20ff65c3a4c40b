import type { ReactNode } from 'react';
import { usePerson } from '#web/live/person.ts';
import { ChoiceFilter } from './ListHead.tsx';

export interface PlaceFilterProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Filters a list by one of the person's places of operation; hidden for people with only one. */
export function PlaceFilter(props: PlaceFilterProps): ReactNode {
  const { poos } = usePerson();
  if (poos.length < 2) return null;
  return (
    <ChoiceFilter
      {...props}
      searchable
      choices={poos.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
