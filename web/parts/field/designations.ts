import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import type { Choice } from './field.ts';

/** Designations that can be given for some days. */
export function useDesignations(wanted: boolean): readonly Choice[] {
  const { data } = useQuery({
    queryKey: ['designations'],
    enabled: wanted,
    queryFn: ({ signal }) =>
      api.get<readonly { readonly idesignationId: number; readonly vDesignationName: string }[]>(
        '/masters/api/v2/DesignationMaster',
        { query: { pageNo: 0, records: 1000 }, signal },
      ),
  });
  return (data ?? []).map((one) => ({ value: String(one.idesignationId), label: one.vDesignationName }));
}
