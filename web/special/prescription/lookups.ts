import type { FoundDoctor, FoundDrugs } from '#shared/streams/prescriptions/lookups.ts';
import { api } from '#web/live/api.ts';
import type { Choice } from '#web/parts/field/field.ts';

export const findDrugs = (q: string, signal: AbortSignal): Promise<FoundDrugs> =>
  api.get<FoundDrugs>('/prescription/drugs', { query: { q }, signal });
export const findDoctors = (q: string, signal: AbortSignal): Promise<readonly FoundDoctor[]> =>
  api.get<readonly FoundDoctor[]>('/prescription/doctors', { query: { q }, signal });

/** `p12` is product 12, `m3` molecule 3. */
export const drugValue = (productId: number | null, moleculeId: number | null): string | null =>
  productId !== null ? `p${productId}` : moleculeId !== null ? `m${moleculeId}` : null;

export function doctorChoice({ doctorId, name, regNo }: FoundDoctor): Choice {
  return { value: String(doctorId), label: regNo ? `${name} · ${regNo}` : name };
}
