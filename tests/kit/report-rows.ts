import type { StoredEvent } from '#shared/core/event.ts';
import type { ReportModel } from '#shared/families/report.ts';

export type Given = readonly [type: string, data: object, at?: string];

/**
 * The rows of a report model after events of one subject, all by one person; each event may name its instant.
 */
export function rowsAfter(model: ReportModel, stream: string, given: readonly Given[]) {
  const id = stream.slice(stream.indexOf('-') + 1);
  let state: unknown;
  for (const [i, [type, data, at = '2026-11-20T05:00:00.000Z']] of given.entries()) {
    const event = {
      stream,
      type,
      data,
      at,
      version: i + 1,
      position: i + 1,
      actor: { kind: 'person', empId: 7, name: 'Asha Rao' },
    } as unknown as StoredEvent;
    state = model.fold(state, event, model.subject(event) ?? id);
  }
  return model.rows(state, id);
}
