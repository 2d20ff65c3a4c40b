import { useEffect, useState } from 'react';
import type { ParcelRow, RunRow } from './row.ts';

interface Run {
  readonly parcels: readonly ParcelRow[];
  readonly runs: readonly RunRow[];
}
const nothing: Run = { parcels: [], runs: [] };
const place = (empId: number): string => `ops-draft:${empId}:my-run`;

function keptRun(empId: number): Run {
  try {
    const kept = JSON.parse(localStorage.getItem(place(empId)) ?? 'null') as Partial<Run> | null;
    return kept?.parcels && kept.runs ? { parcels: kept.parcels, runs: kept.runs } : nothing;
  } catch {
    return nothing; // storage switched off or unreadable: nothing was kept
  }
}

/** The rider's run; without a connection, as this device last saw it. */
export function useKeptRun(
  empId: number,
  live: boolean,
  here: Run,
): Run & { readonly kept: boolean; readonly numberOf: (aggregate: string, id: string) => string | null } {
  const [before] = useState(() => keptRun(empId));
  const { parcels, runs } = here;
  useEffect(() => {
    if (!live) return;
    try {
      localStorage.setItem(place(empId), JSON.stringify({ parcels, runs }));
    } catch {
      // storage full or switched off: the run stands on the screen only
    }
  }, [empId, live, parcels, runs]);
  const kept = !live && parcels.length === 0 && runs.length === 0;
  const numberOf = (aggregate: string, id: string): string | null => {
    if (aggregate === 'statement')
      return [...runs, ...before.runs].find((run) => run.id === id)?.number ?? null;
    const found = [...parcels, ...before.parcels].find((parcel) => parcel.id === id);
    return found ? `${found.customer}, ${found.number}` : null;
  };
  return { ...(kept ? before : here), kept, numberOf };
}
