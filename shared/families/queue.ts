import type { StoredEvent } from '../core/event.ts';
import type { FeedDef, Scope, Service, ViewDef } from '../core/view.ts';
import { defineFeed } from '../core/view.ts';
import type { Group, Viewer } from '../core/permission.ts';
import { inPoos } from '../core/permission.ts';
import type { Words } from '../core/words.ts';
import type { QueueRules } from '../streams/calls/enter-queue.ts';
import { queueActions } from './queue-actions.ts';
import type { ActionParts, QueueAction } from './queue-actions.ts';
import type { QueueFold, QueueRow } from './queue-row.ts';
import { queueView } from './queue-row.ts';
import { queueTranslations } from './queue-translations.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

export type Tone = 'muted' | 'info' | 'accent' | 'ok' | 'warn' | 'danger';

/** What a member declares; see `docs/guides` for an example. Everything else about a queue is the family's. */
export interface QueueSpec<R extends QueueRow, E extends StoredEvent = StoredEvent>
  extends QueueRules, QueueFold<R, E>, Pick<ActionParts, 'openStages' | 'undo' | 'actions'> {
  readonly route: string;
  /** The queue's own order below pinned rows, compared member by member, ascending; agents cannot cherry-pick past it. */
  readonly rank: (row: R) => readonly (number | string)[];
  readonly columns: readonly ColumnDef[];
  /** Columns that the panel lists, for a subject without a panel part of its own. */
  readonly panel?: readonly string[];
  /** How a stage is coloured; a stage without a tone is muted. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Rows that this person may not work on (their own, say); the translation `notFor` tells why. */
  readonly notFor?: (row: R, empId: number) => boolean;
  /** Whether a subject stands in this queue now: search then opens it here. */
  readonly holds: (subject: any) => boolean;
  readonly sources: readonly Service[];
  /** What a viewer of that scope may see of a row; phones masked here. Default: the row as it is. */
  readonly mask?: (row: R) => R;
  readonly translations: Words<any>;
}

export interface QueueDef<R extends QueueRow = QueueRow> extends ScreenFace, Pick<QueueSpec<R>, 'columns' | 'panel' | 'notFor' | 'sources' | 'mask' | 'holds'> {
  readonly group: Group;
  readonly entity: string;
  readonly rules: QueueRules;
  readonly entering: Pick<QueueFold<R>, 'enter' | 'leave'>;
  /** The stream name of what is worked on: row `7` is `<subject>-7`, its item `queueitem-<name>-7`. */
  readonly subject: string;
  readonly view: ViewDef<R>;
  readonly rank: (row: R) => readonly (number | string)[];
  readonly actions: readonly QueueAction[];
  readonly lease: QueueRules['lease'];
  readonly tones: Readonly<Record<string, Tone>>;
}

const stateTones: Readonly<Record<QueueRow['state'], Tone>> = { waiting: 'muted', claimed: 'info', working: 'accent', parked: 'muted' };

export interface QueueScope extends Scope {
  readonly poos: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
}

export function defineQueue<R extends QueueRow, E extends StoredEvent = StoredEvent>(spec: QueueSpec<R, E>): QueueDef<R> {
  const { name, route, group, entity, lease, sla, subject, columns, panel, notFor, sources, mask, holds, translations } = spec;
  const rules: QueueRules = { name, group, entity, lease, sla };
  const claimable = lease !== null;
  return {
    name,
    route,
    group,
    entity,
    guard: 'entity',
    rules,
    subject,
    lease,
    columns,
    sources,
    holds,
    ...(panel ? { panel } : {}),
    ...(notFor ? { notFor } : {}),
    ...(mask ? { mask } : {}),
    entering: { enter: spec.enter, leave: spec.leave },
    view: queueView(rules, spec),
    rank: (row) => [row.pinned ? 0 : 1, ...spec.rank(row), Number(row.id)],
    actions: queueActions({ ...spec, claimable }),
    tones: { ...stateTones, ...spec.tones },
    words: { en: { ...queueTranslations.en, ...translations.en }, es: { ...queueTranslations.es, ...translations.es } },
  };
}

export const queueNeed = ({ group, entity }: Pick<QueueRules, 'group' | 'entity'>) => `${group}/${entity}:view` as const;

/** The feed of a queue: rows of the viewer's places of operation and languages, masked. */
export function queueFeed<R extends QueueRow>(queue: QueueDef<R>): FeedDef<R, QueueScope, R> {
  return defineFeed<R, QueueScope, R>({
    name: `queue/${queue.name}`,
    view: queue.view,
    need: queueNeed(queue),
    scope: (viewer: Viewer) => ({
      poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
      languages: viewer.languages === 'all' ? 'all' : [...viewer.languages].sort(),
    }),
    see: (row, scope) => {
      if (!inPoos(scope, row.pooId)) return null;
      if (scope.languages !== 'all' && row.language != null && !scope.languages.includes(row.language)) return null;
      return queue.mask ? queue.mask(row) : row;
    },
    sources: queue.sources,
  });
}

export function compareRanks(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const x = a[i] ?? '';
    const y = b[i] ?? '';
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}
