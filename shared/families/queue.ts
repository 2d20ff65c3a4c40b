import type { StoredEvent } from '../core/event.ts';
import type { FeedDef, Scope, Service, ViewDef } from '../core/view.ts';
import { defineFeed } from '../core/view.ts';
import type { Group, Viewer } from '../core/permission.ts';
import { inPoos } from '../core/permission.ts';
import type { Rank } from '../core/rank.ts';
import type { Translations } from '../core/translations.ts';
import type { QueueRules } from '../streams/calls/enter-queue.ts';
import { queueActions } from './queue-actions.ts';
import type { ActionParts, QueueAction } from './queue-actions.ts';
import type { Refusal } from '../core/refusal.ts';
import type { CallingDay } from '../streams/calls/call/hours.ts';
import type { QueueFold, QueueRow } from './queue-row.ts';
import { queueView } from './queue-row.ts';
import { queueTranslations } from './queue-translations.ts';
import type { ColumnDef, ColumnOf, ScreenFace } from './screen.ts';

export type Tone = 'muted' | 'info' | 'accent' | 'ok' | 'warn' | 'danger';

/**
 * A queue's declaration; see `docs/guides/your-first-queue.md`. Everything else belongs to the family. `E` are
 * the events that enter and change a row, `L` those that remove it.
 */
export interface QueueSpec<R extends QueueRow, E extends StoredEvent, L extends string = E['type']>
  extends QueueRules, QueueFold<R, E, L>, Pick<ActionParts, 'openStages' | 'undo' | 'actions'> {
  readonly route: string;
  /**
   * Sort key below pinned rows, compared element by element, ascending; agents cannot cherry-pick past it.
   */
  readonly rank: (row: R) => Rank;
  readonly columns: readonly ColumnOf<R>[];
  /** Columns shown in the panel, for a subject without its own panel part. */
  readonly panel?: readonly string[];
  /** The panel takes most of the width: for work with a page beside it. */
  readonly wide?: true;
  /** Colour of each stage; a stage without a tone is muted. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Rows that this person may not work on (e.g. their own); the translation `notFor` says why. */
  readonly notFor?: (row: R, empId: number) => boolean;
  /** Of a row that stands before more urgent ones by something no column shows: the translation `first.<key>` that says why; else null. */
  readonly first?: (row: R) => string | null;
  /** Whether a subject is in this queue now; search then opens it here. */
  readonly holds: (subject: any) => boolean;
  readonly sources: readonly Service[];
  /**
   * For rows that are called: why this one cannot be claimed now, as far as a screen knows; the server
   * decides.
   */
  readonly shut?: (row: R, at: ShutAt) => Refusal | null;
  /** A row as a viewer of that scope may see it, with phones masked. Default: unchanged. */
  readonly mask?: (row: R) => R;
  readonly translations: Translations<any>;
}

export interface ShutAt {
  readonly now: number;
  readonly empId: number;
  readonly day: CallingDay;
}

export interface QueueDef<R extends QueueRow = QueueRow>
  extends
    ScreenFace,
    Pick<
      QueueSpec<R, StoredEvent>,
      'panel' | 'wide' | 'notFor' | 'first' | 'sources' | 'mask' | 'holds' | 'shut'
    > {
  readonly columns: readonly ColumnDef[];
  /** The queue whose items the rows are: its own, or the one that it is a part of. */
  readonly items: string;
  /** For a part: the rows of the whole queue it shows. */
  readonly shows?: (row: R) => boolean;
  /** For a part: the events between which the wall counts a subject here. */
  readonly counted?: PartCounted;
  readonly group: Group;
  readonly entity: string;
  readonly rules: QueueRules;
  readonly entering: Pick<QueueFold<R, StoredEvent, string>, 'enter' | 'leave'>;
  /** Stream name of the subject: row `7` is `<subject>-7`, its item `queueitem-<name>-7`. */
  readonly subject: string;
  readonly view: ViewDef<R>;
  readonly rank: (row: R) => Rank;
  readonly actions: readonly QueueAction[];
  readonly lease: QueueRules['lease'];
  readonly tones: Readonly<Record<string, Tone>>;
}

const stateTones: Readonly<Record<QueueRow['state'], Tone>> = {
  waiting: 'muted',
  claimed: 'info',
  working: 'accent',
  parked: 'muted',
};

export interface QueueScope extends Scope {
  readonly poos: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
}

export function defineQueue<R extends QueueRow, E extends StoredEvent, L extends string = E['type']>(
  spec: QueueSpec<R, E, L>,
): QueueDef<R> {
  const {
    name,
    route,
    group,
    entity,
    lease,
    sla,
    dial,
    parkLimit,
    subject,
    columns,
    panel,
    wide,
    notFor,
    first,
    sources,
    mask,
    holds,
    shut,
    translations,
  } = spec;
  const rules: QueueRules = {
    name,
    group,
    entity,
    lease,
    sla,
    ...(dial ? { dial } : {}),
    ...(parkLimit === undefined ? {} : { parkLimit }),
  };
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
    ...(wide ? { wide } : {}),
    ...(notFor ? { notFor } : {}),
    ...(first ? { first } : {}),
    ...(mask ? { mask } : {}),
    ...(shut ? { shut } : {}),
    items: name,
    entering: { enter: spec.enter, leave: spec.leave },
    view: queueView(rules, spec),
    rank: (row) => [row.pinned ? 0 : 1, ...spec.rank(row), Number(row.id)],
    actions: queueActions({ ...spec, claimable, dialled: dial !== undefined }),
    tones: { ...stateTones, ...spec.tones },
    translations: {
      en: { ...queueTranslations.en, ...translations.en },
      es: { ...queueTranslations.es, ...translations.es },
    },
  };
}

/**
 * A subject counts in a part of a queue from an event for which `from` holds until one of `until`, or until
 * it leaves the whole.
 */
export interface PartCounted {
  readonly from: (event: StoredEvent) => boolean;
  readonly until: readonly string[];
}

/** The declaration of a part of another queue: its own route and entity, its rows, and their sort. */
export interface QueuePartSpec<R extends QueueRow> {
  readonly name: string;
  readonly route: string;
  readonly entity: string;
  readonly shows: (row: R) => boolean;
  readonly counted: PartCounted;
  readonly rank: (row: R) => Rank;
  /** Columns of the whole queue that are useless here. */
  readonly without?: readonly string[];
  readonly translations: Translations<any>;
}

/**
 * A queue that shows some rows of another one: same items, same rules, a screen and a permission of its own.
 */
export function queuePart<R extends QueueRow>(whole: QueueDef<R>, part: QueuePartSpec<R>): QueueDef<R> {
  const { name, route, entity, shows, counted, rank, without = [], translations } = part;
  return {
    ...whole,
    ...{ name, route, entity, shows, counted },
    columns: whole.columns.filter(({ name }) => !without.includes(name)),
    entering: { enter: { on: [] }, leave: [] },
    holds: () => false,
    rank: (row) => [row.pinned ? 0 : 1, ...rank(row), Number(row.id)],
    translations: {
      en: { ...whole.translations.en, ...translations.en },
      es: { ...whole.translations.es, ...translations.es },
    },
  };
}

export const queueNeed = ({ group, entity }: Pick<QueueRules, 'group' | 'entity'>) =>
  `${group}/${entity}:view` as const;

/** Feed of a queue: masked rows of the viewer's places of operation and languages. */
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
      if (queue.shows && !queue.shows(row)) return null;
      if (!inPoos(scope, row.pooId)) return null;
      if (scope.languages !== 'all' && row.language != null && !scope.languages.includes(row.language))
        return null;
      return queue.mask ? queue.mask(row) : row;
    },
    sources: queue.sources,
    rank: queue.rank,
  });
}
