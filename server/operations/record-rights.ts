import type { Directory } from '#shared/core/directory.ts';
import { streamKey, streamName, type StoredEvent } from '#shared/core/event.ts';
import { may, type Need, type Viewer } from '#shared/core/permission.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { unreadableOf } from '#shared/core/upcast.ts';
import { queueNeed } from '#shared/families/queue.ts';
import { allAbouts, allDocuments, allMasters, allQueues } from '../core/registers.ts';

/** The rights of the screens that show a record, by how its stream begins. */
function screenNeeds(): ReadonlyMap<string, readonly Need[]> {
  const shown: readonly (readonly [string, Need])[] = [
    ...allQueues().flatMap((queue) => [
      [queue.subject, queueNeed(queue)] as const,
      [`queueitem-${queue.name}`, queueNeed(queue)] as const,
    ]),
    ...allDocuments().map(({ stream, need }) => [stream.name, need] as const),
    ...allMasters().map(
      (def) => [def.source ? def.source.streams[0]! : `master-${def.kind}`, def.need('view')] as const,
    ),
    ...Object.entries(allAbouts()).map(([name, { needs }]) => [name, needs] as const),
    ['approval', 'signedIn'],
  ];
  const all = new Map<string, Need[]>();
  for (const [start, need] of shown) all.set(start, [...(all.get(start) ?? []), need]);
  return all;
}

/** Whether somebody may see a record of that stream, as its readable events leave it. */
export type MaySee = (viewer: Viewer, stream: string, events: readonly StoredEvent[]) => boolean;

export function openRecordRights(streams: ReadonlyMap<string, StreamDef>, directory: Directory): MaySee {
  const needs = screenNeeds();
  return (viewer, stream, events) => {
    const def = streams.get(streamName(stream));
    const shown = needs.get(stream.replace(/-[^-]*$/, '')) ?? [];
    if (!def || viewer.kind !== 'person' || !shown.some((need) => may(viewer, need).ok)) return false;
    const state = events
      .filter((event) => unreadableOf(event) === null)
      .reduce<unknown>((before, event) => def.evolve(before, event), def.initial(streamKey(stream)));
    if (def.visible) return def.visible(state, viewer, directory);
    return def.about ? def.about.sees(state, viewer) : true;
  };
}
