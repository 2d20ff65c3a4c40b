import type { ReactNode } from 'react';
import { usePerson } from '#web/live/person.ts';
import { ChoiceFilter, ManyFilter, type ManyFilterProps } from './ListHead.tsx';

export interface PlaceFilterProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Filters a list by one of the person's places of operation; hidden for people with only one. */
export function PlaceFilter(props: PlaceFilterProps): ReactNode {
  const choices = usePlaceChoices();
  return choices.length < 2 ? null : <ChoiceFilter {...props} searchable choices={choices} />;
}

export interface PlacesFilterProps extends Pick<PlaceFilterProps, 'label' | 'any'> {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Filters a list by any number of the person's places; hidden for people with only one. */
export function PlacesFilter(props: PlacesFilterProps): ReactNode {
  const choices = usePlaceChoices();
  return choices.length < 2 ? null : <ManyFilter {...props} choices={choices} />;
}

const usePlaceChoices = (): ManyFilterProps['choices'] =>
  usePerson().poos.map(({ id, name }) => ({ value: String(id), label: name }));
