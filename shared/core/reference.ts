/** `SG-000301`: what people call a thing. */
export function reference(prefix: string, id: string | number): string {
  return `${prefix}-${String(id).padStart(6, '0')}`;
}
