import type { StoredEvent } from '#shared/core/event.ts';
import type { Service } from '#shared/core/view.ts';

/** One order that belongs to an outside service: what is sent when something happened here, and how to ask whether it arrived. */
export interface OutsideOrder {
  readonly service: Service;
  readonly operation: string;
  /** Events that ask for it, by stream name. */
  readonly streamName: string;
  readonly on: string;
  readonly path: string;
  /** The name under which the outside service knows the order again; the body's key field. */
  readonly keyName: string;
  readonly body: (event: StoredEvent, parts: { readonly key: string; readonly others: readonly StoredEvent[] }) => Readonly<Record<string, unknown>>;
  /** The outside id in its answer, or in an item that it lists, when the order was carried out there. */
  readonly settledBy: (item: Readonly<Record<string, unknown>>) => string | null;
  /** Which of our streams the outside id belongs to. */
  readonly ties: (event: StoredEvent) => { readonly entity: string; readonly stream: string };
}
