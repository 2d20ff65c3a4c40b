import { api } from '#web/live/api.ts';
import type { Choice } from './field.ts';

interface Colleague {
  readonly iEmpId: number;
  readonly vEmpFname: string;
  readonly vEmpLname: string;
}

/** Active colleagues of a place, or of all places the person may see. */
export async function placeColleagues(pooId: number | null, signal: AbortSignal): Promise<readonly Choice[]> {
  const found = await api.get<readonly { readonly iEmpId: number; readonly vEmpName: string }[]>(
    '/employee/api/v2/Appointment/employeelist',
    {
      query: { ...(pooId === null ? {} : { iPooId: pooId }), pageNo: 0, records: 100 },
      signal,
    },
  );
  return found.map(({ iEmpId, vEmpName }) => ({ value: String(iEmpId), label: vEmpName }));
}

/** Active colleagues whose name contains the text. */
export async function findColleagues(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const found = await api.get<readonly Colleague[]>('/employee/api/v2/employees/filter', {
    query: { vEmpFname: text, iStatus: 1, pageNo: 0, records: 20 },
    signal,
  });
  return found.map(({ iEmpId, vEmpFname, vEmpLname }) => ({
    value: String(iEmpId),
    label: `${vEmpFname} ${vEmpLname} · ${iEmpId}`,
  }));
}
