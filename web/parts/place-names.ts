import { useMemo } from 'react';
import { usePerson } from '#web/live/person.ts';

/** Names of the places of operation this person knows; the id for others. */
export function usePlaceName(): (id: number | null) => string {
  const { poos } = usePerson();
  return useMemo(() => {
    const names = new Map(poos.map(({ id, name }) => [id, name]));
    return (id) => (id === null ? '' : (names.get(id) ?? `#${id}`));
  }, [poos]);
}
