import type { StoredEvent } from '#shared/core/event.ts';
import type { Service } from '#shared/core/view.ts';

/**
 * A command to an outside service: what is sent when something happened here, and how to find out whether it
 * arrived.
 */
export interface OutsideCommand {
  readonly service: Service;
  readonly operation: string;
  /** The events that trigger it, by stream name. */
  readonly streamName: string;
  readonly on: string;
  readonly path: string;
  /** The name under which the outside service stores the command's key; the body's key field. */
  readonly keyName: string;
  readonly body: (
    event: StoredEvent,
    parts: { readonly key: string; readonly others: readonly StoredEvent[] },
  ) => Readonly<Record<string, unknown>>;
  /** The outside id in its answer, or in a listed item, once the command was carried out there. */
  readonly settledBy: (item: Readonly<Record<string, unknown>>) => string | null;
  /** The stream to which the outside id belongs. */
  readonly ties: (event: StoredEvent) => { readonly entity: string; readonly stream: string };
}
