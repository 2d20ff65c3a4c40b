/** Fills `{placeholders}` with the route's parameters; one without a value is removed. */
export function fillParams(text: string, params: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\s*\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return value ? whole.replace(`{${name}}`, value) : '';
  });
}

export interface Crumb {
  readonly name: string;
  readonly to: string | null;
}
