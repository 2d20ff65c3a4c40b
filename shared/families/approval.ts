import type { EventOf } from '../core/stream.ts';
import type { approval } from '../streams/approvals/approval/approval.ts';
import type { Directory } from '../core/directory.ts';
import type { Event, StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Group, Permission } from '../core/permission.ts';
import type { Reaction, PolicyDef } from '../core/policy.ts';
import type { Service } from '../core/view.ts';
import type { Translations } from '../core/translations.ts';
import { translations } from '../core/translations.ts';
import type { Decision, DecisionNames, Raised } from '../streams/approvals/decision.ts';
import type {
  AmountLimits,
  ApprovalRequestInput,
  StepRequest,
} from '../streams/approvals/approval/request.ts';
import { columnsBefore, columnsAfter, kindTranslations } from './approval-common.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

/** The requesting event, as the functions of a declaration receive it. */
export interface Raising<D extends Raised> {
  readonly data: D;
  readonly stream: string;
  /** ISO instant. */
  readonly at: string;
  readonly directory: Directory;
}

/**
 * A line of the evidence: a value shown like a column, a position beside an address shown as a map, or
 * uploaded files that can be opened through the request.
 */
export interface EvidenceDef extends Omit<ColumnDef, 'kind'> {
  readonly kind: ColumnDef['kind'] | 'position' | 'files';
}

/** The subject's part of an approval: its events and commands, declared beside its stream. */
export type DecisionOf<D extends Raised> = Pick<
  Decision<Event, DecisionNames<Event>>,
  'subject' | 'requested' | 'applied' | 'failed' | 'superseded' | 'carriedOut' | 'approve' | 'reject'
> & { readonly raised?: D };

/**
 * A kind of approval. Its name is its entity and the last segment of its route, unless it shares the screen
 * of another kind; everything else a list of requests needs belongs to the family.
 */
export interface ApprovalDeclaration<D extends Raised> {
  readonly name: string;
  /**
   * Where its screen stands, when not among the approvals: the permission group and the first part of the
   * route.
   */
  readonly at?: { readonly group: Group; readonly base: string };
  /** The kind whose screen, list and rights it shares; without it, it has its own. */
  readonly screen?: string;
  readonly decision: DecisionOf<D>;
  /** The employee the request concerns, who never decides it. */
  readonly concerns?: (raising: Raising<D>) => number | null;
  readonly steps: (raising: Raising<D>) => readonly StepRequest[];
  /** Minutes until escalation. */
  readonly due: number;
  /** ISO instant. */
  readonly expires: (raising: Raising<D>) => string;
  /** True when no person has to decide. */
  readonly autoGrant?: (raising: Raising<D>) => boolean;
  /**
   * Current and proposed values, under the keys of `evidence`. A key that only `before` has is shown without
   * a comparison.
   */
  readonly before: (data: D) => Readonly<Record<string, unknown>>;
  readonly after: (data: D) => Readonly<Record<string, unknown>>;
  readonly amount?: (data: D) => number | null;
  /** The amount is a consequence of the request: nobody approves a lower one. */
  readonly amountFixed?: true;
  /** Up to which amount each approver decides; its `steps` come from `stepsFor`. */
  readonly limits?: (data: D) => AmountLimits;
  /**
   * Which variant of this kind is requested; the translations then have `variant.<name>`, and may have
   * `effect.approve.<name>` and `effect.reject.<name>`.
   */
  readonly variant?: (data: D) => string;
  /** Further input of the subject's commands; `requestId` and `approvalId` are always added. */
  readonly input?: {
    readonly approve?: (data: D) => Readonly<Record<string, unknown>>;
    readonly reject?: (data: D) => Readonly<Record<string, unknown>>;
  };
  /** The effects carry the approver's comment, which an approval may have as well. */
  readonly comment?: true;
  /** `effect`: opening the request warns when its effect would fail now, by a dry run. */
  readonly recheck?: 'effect';
  readonly evidence: readonly EvidenceDef[];
  /** The key of `evidence` that names whom or what it is about: shown beside the subject's number. */
  readonly about?: string;
  /** Rights that open, on its own screen, what a variant is about: whoever has one sees its people in full. */
  readonly namedTo?: Readonly<Record<string, Permission>>;
  /**
   * Keys of `evidence` that a lock screen may show: no money, nothing about a customer or patient. Without
   * them, and for a request of an amount, a push notification can only be opened, not answered.
   */
  readonly lockScreen?: readonly string[];
  /** Its own columns, between those of every kind. */
  readonly columns: readonly ColumnDef[];
  readonly sources: readonly Service[];
  /** The screen of the subject and the right it needs; `{id}` is the subject's id. */
  readonly subjectScreen?: { readonly route: string; readonly need: Permission };
  /** A request that the demo makes; without it, the demo's own history has to make one. */
  readonly example?: ApprovalExample;
  /**
   * `title`, `column.<key>` for its own columns and evidence, `column.subject`, `effect.approve`,
   * `effect.reject`. Why its effect can fail is `fails.<code>`.
   */
  readonly translations: Translations<KindKey>;
}

/** Commands of one of the demo's employees, in sequence, that end in a request. */
export interface ApprovalExample {
  /** Number of the employee. */
  readonly as: number;
  readonly minutesAgo: number;
  readonly steps: (today: string) => readonly {
    /** `expense-new` creates a subject, to which `expense-$` then refers. */
    readonly stream: string;
    readonly command: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
}

type KindKey = 'title' | 'column.subject' | 'effect.approve' | 'effect.reject';

/** A declared kind as server and console use it. */
export interface ApprovalKind extends ScreenFace {
  /** The kind on whose screen its requests are listed: its own name, unless it shares another's. */
  readonly screen: string;
  readonly group: Group;
  readonly entity: string;
  readonly raisedOn: string;
  readonly subject: string;
  /** The subject's commands that carry the decision out. */
  readonly effects: readonly [approve: string, reject: string];
  readonly request: (
    event: StoredEvent,
    ctx: { readonly directory: Directory },
  ) => Omit<ApprovalRequestInput, 'kind' | 'entity'> & { readonly autoGrant: boolean };
  /**
   * The subject's events that report the effect's outcome, or that the request no longer applies; each
   * carries `approvalId`.
   */
  readonly settled: {
    readonly applied: readonly string[];
    readonly failed: readonly string[];
    readonly superseded: readonly string[];
  };
  readonly recheck: 'effect' | null;
  /** An approval may have a comment, as a rejection must. */
  readonly comment: boolean;
  /**
   * The subject's event that a policy carries out by the command in its `effect`; the dry run tries that
   * command as well.
   */
  readonly carriedOutOn: string | null;
  readonly evidence: readonly EvidenceDef[];
  readonly about: string | null;
  readonly namedTo: Readonly<Record<string, Permission>>;
  readonly lockScreen?: readonly string[];
  readonly columns: readonly ColumnDef[];
  readonly sources: readonly Service[];
  readonly subjectScreen?: { readonly route: string; readonly need: Permission };
  readonly example: ApprovalExample | null;
  readonly translations: Translations<KindKey>;
}

export function defineApproval<D extends Raised>(kind: ApprovalDeclaration<D>): ApprovalKind {
  const screen = kind.screen ?? kind.name;
  const { subject, requested, applied, failed, superseded, carriedOut, approve, reject } = kind.decision;
  const effect = (stream: string, command: string, data: D, input: object = {}) => ({
    stream,
    command,
    input: { requestId: data.requestId, ...(kind.comment ? { comment: null } : {}), ...input },
  });
  return {
    name: kind.name,
    screen,
    route: `${kind.at?.base ?? 'approvals'}/${screen}`,
    group: kind.at?.group ?? 'approvals',
    entity: screen,
    guard: 'entity',
    raisedOn: requested,
    subject,
    effects: [approve, reject],
    request: ({ stream, data: raised, at }, { directory }) => {
      const data = raised as D;
      const raising: Raising<D> = { data, stream, at, directory };
      return {
        subject: { stream, ref: data.ref, version: data.subjectVersion },
        subjectEmpId: kind.concerns?.(raising) ?? null,
        requestedBy: data.requestedBy,
        pooId: data.iPooId,
        reason: kind.variant?.(data) ?? kind.name,
        text: data.reason,
        before: kind.before(data),
        after: kind.after(data),
        amount: kind.amount?.(data) ?? null,
        ...(kind.amountFixed ? { amountFixed: true as const } : {}),
        ...(kind.limits ? { limits: kind.limits(data) } : {}),
        steps: kind.steps(raising),
        slaMinutes: kind.due,
        expiresAt: kind.expires(raising),
        onApprove: effect(stream, approve, data, kind.input?.approve?.(data)),
        onReject: effect(stream, reject, data, kind.input?.reject?.(data)),
        autoGrant: kind.autoGrant?.(raising) ?? false,
      };
    },
    settled: {
      applied: [carriedOut ?? applied],
      failed: failed === undefined ? [] : [failed],
      superseded,
    },
    recheck: kind.recheck ?? null,
    comment: kind.comment ?? false,
    carriedOutOn: carriedOut === undefined ? null : applied,
    evidence: kind.evidence,
    about: kind.about ?? null,
    namedTo: kind.namedTo ?? {},
    example: kind.example ?? null,
    columns: [...columnsBefore, ...kind.columns, ...columnsAfter],
    sources: kind.sources,
    ...(kind.lockScreen ? { lockScreen: kind.lockScreen } : {}),
    ...(kind.subjectScreen ? { subjectScreen: kind.subjectScreen } : {}),
    translations: translations({
      en: { ...kindTranslations.en, ...kind.translations.en },
      es: { ...kindTranslations.es, ...kind.translations.es },
    }),
  };
}

type Requested = Extract<EventOf<typeof approval>, { readonly type: 'ApprovalRequested' }>;
/** What the subject's events say about the request that they settle. */
interface Settling {
  readonly approvalId?: number | null;
  readonly approvalIds?: readonly number[];
  readonly why?: string;
}

/** Passes the request's id to the subject, so that the subject can name it when it settles. */
function link(kind: ApprovalKind, { stream, data }: Requested): readonly Reaction[] {
  if (data.kind !== kind.name || data.autoGrant) return [];
  const input = { requestId: data.onApprove.input.requestId, approvalId: Number(streamKey(stream)) };
  return [{ kind: 'command', stream: data.subject.stream, command: 'linkApproval', input }];
}

/** Opens a request when the subject asks for one, and settles it by the outcome of the effect. */
export function approvalPolicy(kind: ApprovalKind): PolicyDef {
  const { applied, failed, superseded } = kind.settled;
  return {
    name: `request-${kind.name}`,
    on: [kind.raisedOn, 'ApprovalRequested', ...applied, ...failed, ...superseded],
    react: (event, ctx): readonly Reaction[] => {
      if (event.type === kind.raisedOn)
        return [
          {
            kind: 'command',
            stream: 'approval-new',
            command: 'request',
            input: {
              kind: kind.name,
              entity: kind.entity,
              ...(kind.group === 'approvals' ? {} : { group: kind.group }),
              ...kind.request(event, ctx),
            },
          },
        ];
      if (event.type === 'ApprovalRequested') return link(kind, event as Requested);
      const { approvalId: id = null, approvalIds = [], why } = event.data as Settling;
      const supersede = (one: number): Reaction => ({
        kind: 'command',
        stream: `approval-${one}`,
        command: 'supersede',
        input: { kind: kind.name, why: 'subjectMoved' },
      });
      // Other requests about the same subject that this event settles as well.
      const others: readonly Reaction[] = superseded.includes(event.type) ? approvalIds.map(supersede) : [];
      if (id === null) return others;
      const to = { kind: 'command', stream: `approval-${id}` } as const;
      // Somebody did the same manually while the request was open, so it no longer applies.
      if (applied.includes(event.type))
        return [{ ...to, command: 'applied', input: { kind: kind.name } }, supersede(id), ...others];
      if (failed.includes(event.type))
        return [{ ...to, command: 'applyFailed', input: { kind: kind.name, why } }];
      return [supersede(id), ...others];
    },
  };
}
