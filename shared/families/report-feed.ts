import { streamName, type StoredEvent } from '../core/event.ts';
import { may, type Permission } from '../core/permission.ts';
import { defineFeed, defineView, type FeedDef } from '../core/view.ts';
import type { ReportDef, ReportModel } from './report.ts';

/** The rows of a model changed: its name, never its content. Screens of its reports read their rows again. */
export interface ReportChange {
  /** The model. */
  readonly id: string;
  /** Log position of the latest event that changed its rows. */
  readonly position: number;
}

export const reportChanges = 'reports/changes';

/** The feed of changed models; a viewer gets those of the reports that they may open. */
export function reportFeed(
  all: readonly ReportDef[],
): FeedDef<ReportChange, { readonly models: readonly string[] }, ReportChange> {
  const defs = all.filter(({ model }) => !model.kept);
  const byStream = new Map<string, ReportModel[]>();
  for (const model of new Set(defs.map((def) => def.model)))
    for (const stream of model.streams) byStream.set(stream, [...(byStream.get(stream) ?? []), model]);
  return defineFeed<ReportChange, { readonly models: readonly string[] }, ReportChange>({
    name: reportChanges,
    view: defineView<ReportChange>({
      name: 'reportChanges',
      version: 1,
      streams: [...byStream.keys()].toSorted(),
      ids: (event: StoredEvent) =>
        (byStream.get(streamName(event.stream)) ?? [])
          .filter((model) => model.subject(event) !== null)
          .map(({ name }) => name),
      row: (_row, event, id) => ({ id, position: event.position }),
    }),
    need: [...new Set(defs.map(({ need }) => need).flat() as Permission[])],
    scope: (viewer) => ({
      models: [
        ...new Set(defs.filter(({ need }) => may(viewer, need).ok).map(({ model }) => model.name)),
      ].toSorted(),
    }),
    see: (row, { models }) => (models.includes(row.id) ? row : null),
    sources: [],
  });
}
