/** Formats a human-readable reference such as `SG-000301`. */
export function reference(prefix: string, id: string | number): string {
  return `${prefix}-${String(id).padStart(6, '0')}`;
}
