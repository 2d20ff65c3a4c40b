/** A command that waits on this device until the server has accepted it. */
export interface OutboxEntry {
  /** A sequence number by time of entry; 0 until it is stored. */
  readonly seq: number;
  readonly empId: number;
  /** The idempotency key: sent twice, it counts once. */
  readonly key: string;
  readonly aggregate: string;
  readonly id: string;
  readonly command: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly version: number | null;
  /** Uploaded before the command goes; their ids replace `{ $file: n }` in the body. */
  readonly files: readonly OutboxFile[];
  /** When it was typed; ISO instant by the server's clock as this device knows it. */
  readonly typedAt: string;
  /**
   * Set when the server refused it: unless the record is past this step, nothing more of it is sent until somebody
   * corrects it, tries again or discards it.
   */
  readonly refusal: { readonly code: string; readonly message: string } | null;
  /** Codes of refusals which say that the record is past this step: what waits behind it is sent all the same. */
  readonly overtakenBy?: readonly string[];
}

export interface OutboxFile {
  readonly name: string;
  readonly blob: Blob;
  /** Known once it was uploaded. */
  readonly fileId: string | null;
}

/** What an entry changes; each of those that create a record has one of its own. */
export const recordOf = ({ aggregate, id, seq }: Pick<OutboxEntry, 'aggregate' | 'id' | 'seq'>): string =>
  id === 'new' ? `${aggregate}-new-${seq}` : `${aggregate}-${id}`;

/** Whether it was refused because its record is past this step. */
export const isOvertaken = ({
  refusal,
  overtakenBy = [],
}: Pick<OutboxEntry, 'refusal' | 'overtakenBy'>): boolean =>
  refusal !== null && overtakenBy.includes(refusal.code);

/** The placeholder for the id of the n-th file. */
export const fileSlot = (n: number): { readonly $file: number } => ({ $file: n });

/** The body as it is sent: every slot filled with the id of its uploaded file. */
export function filledBody({
  body,
  files,
}: Pick<OutboxEntry, 'body' | 'files'>): Readonly<Record<string, unknown>> {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    if ('$file' in value) return files[Number(value.$file)]?.fileId ?? null;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fill(value)]));
}

/** The entries that may be sent: in sequence, and none of a record with an earlier refused one that still counts. */
export function toSend<E extends Pick<OutboxEntry, 'aggregate' | 'id' | 'seq' | 'refusal' | 'overtakenBy'>>(
  entries: readonly E[],
): readonly E[] {
  const held = new Set<string>();
  return entries.filter((entry) => {
    if (entry.refusal !== null && !isOvertaken(entry)) held.add(recordOf(entry));
    return entry.refusal === null && !held.has(recordOf(entry));
  });
}
