import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';

export interface Assignable {
  readonly iEmpId: number;
  readonly vEmpName: string;
  readonly iPooId: number | null;
}

/** Active employees of a place to whom visits can be assigned. */
export function useAssignable(pooId: number | null): readonly Assignable[] {
  const { data } = useQuery({
    queryKey: ['assignable', pooId],
    enabled: pooId !== null,
    queryFn: ({ signal }) =>
      api.get<readonly Assignable[]>('/employee/api/v2/Appointment/employeelist', {
        query: { iPooId: pooId, pageNo: 0, records: 100 },
        signal,
      }),
  });
  return data ?? [];
}
