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
   * Set when the server refused it: nothing more of this record is sent until somebody tries again or
   * discards it.
   */
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

export interface OutboxFile {
  readonly name: string;
  readonly blob: Blob;
  /** Known once it was uploaded. */
  readonly fileId: string | null;
}

export const recordOf = ({ aggregate, id }: Pick<OutboxEntry, 'aggregate' | 'id'>): string =>
  `${aggregate}-${id}`;

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

/** The next entry that may be sent: in sequence, and none of a record with an earlier refused one. */
export function nextToSend(entries: readonly OutboxEntry[]): OutboxEntry | null {
  const held = new Set<string>();
  for (const entry of entries) {
    if (held.has(recordOf(entry))) continue;
    if (entry.refusal === null) return entry;
    held.add(recordOf(entry));
  }
  return null;
}
