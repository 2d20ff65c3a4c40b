import type { ReactNode } from 'react';
import { usePerson } from '#web/live/person.ts';
import { ChoiceFilter } from './ListHead.tsx';

export interface PlaceFilterProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Narrows a list to one of the person's own places of operation; whoever has one place only is not asked. */
export function PlaceFilter(props: PlaceFilterProps): ReactNode {
  const { poos } = usePerson();
  if (poos.length < 2) return null;
  return <ChoiceFilter {...props} searchable choices={poos.map(({ id, name }) => ({ value: String(id), label: name }))} />;
}
