import { useMemo } from 'react';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';

interface Designation {
  readonly idesignationId: number;
  readonly vDesignationName: string;
}

/** Names of designations; null until they are loaded. */
export function useDesignationName(): ((id: number | null) => string) | null {
  const { data } = useQuery({
    queryKey: ['designations'],
    queryFn: ({ signal }) =>
      api.get<readonly Designation[]>('/masters/api/v2/DesignationMaster', {
        query: { pageNo: 0, records: 1000 },
        signal,
      }),
  });
  return useMemo(() => {
    if (!data) return null;
    const names = new Map(data.map((one) => [one.idesignationId, one.vDesignationName]));
    return (id) => (id === null ? '' : (names.get(id) ?? `#${id}`));
  }, [data]);
}
