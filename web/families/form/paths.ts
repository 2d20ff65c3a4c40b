/** The value at a path such as `applicant.name` or `patients.0.dob`. */
export function getAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (here, key) =>
        here === null || here === undefined ? undefined : (here as Record<string, unknown>)[key],
      values,
    );
}

/** A copy with another value at the path; everything off the path keeps its identity. */
export function setAt<V>(values: V, path: string, value: unknown): V {
  const [head = '', ...rest] = path.split('.');
  const next =
    rest.length === 0
      ? value
      : setAt(
          (values as Record<string, unknown> | undefined)?.[head] ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {}),
          rest.join('.'),
          value,
        );
  if (Array.isArray(values)) return values.map((one, index) => (String(index) === head ? next : one)) as V;
  return { ...(values as object), [head]: next } as V;
}

interface Address {
  readonly pathname: string;
  readonly search: string;
}

/** Whether going from one address to another leaves the form: the way back to the drafts does, a new record's number does not. */
export function leavesForm(from: Address, to: Address): boolean {
  return from.pathname !== to.pathname || !new URLSearchParams(to.search).has('id');
}

/** Converts `patients.0.dob` to the declared path `patients.dob`; within the list: `dob`. */
export function declaredPath(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '');
}
