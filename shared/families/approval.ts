import type { Directory } from '../core/directory.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Permission } from '../core/permission.ts';
import type { Ask, PolicyDef } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import type { Service } from '../core/view.ts';
import type { Words } from '../core/words.ts';
import { words } from '../core/words.ts';
import type { ApprovalAsk, Person, StepAsk } from '../streams/approvals/approval/state.ts';
import { columnsBefore, columnsAfter, kindTranslations } from './approval-common.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

/** What every event that asks for a decision carries, whatever its subject. */
export interface Raised {
  readonly requestId: string;
  readonly ref: string;
  readonly requestedBy: Person;
  readonly iPooId: number | null;
  readonly reason: string;
  /** The subject's version with this event in it; the effect holds on to it. */
  readonly subjectVersion: number;
}

/** The event that asks, as the parts of a declaration read it. */
export interface Raising<D extends Raised> {
  readonly data: D;
  readonly stream: string;
  /** ISO instant. */
  readonly at: string;
  readonly directory: Directory;
}

interface SubjectCommand {
  readonly command: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** A kind of approval: its name is its entity and the last segment of its route. Everything else that a list of requests needs is the family's. */
export interface ApprovalDeclaration<D extends Raised> {
  readonly name: string;
  /** The stream that is decided about; its command `linkApproval` is told the number of the request. */
  readonly subject: string;
  /** The subject's event that asks for a decision. */
  readonly raisedOn: string;
  /** The employee it concerns, who never decides about it. */
  readonly concerns?: (raising: Raising<D>) => number | null;
  readonly steps: (raising: Raising<D>) => readonly StepAsk[];
  /** Minutes until the request escalates. */
  readonly due: number;
  /** ISO instant. */
  readonly expires: (raising: Raising<D>) => string;
  /** True where the rules need nobody's decision. */
  readonly autoGrant?: (raising: Raising<D>) => boolean;
  /** What is now and what would be, under the keys of `evidence`. A key that only `before` has is a plain fact. */
  readonly before: (data: D) => Readonly<Record<string, unknown>>;
  readonly after: (data: D) => Readonly<Record<string, unknown>>;
  readonly amount?: (data: D) => number | null;
  /** Commands of the subject; `requestId` and `approvalId` are added to their input. */
  readonly approve: (raising: Raising<D>) => SubjectCommand;
  readonly reject: ((raising: Raising<D>) => SubjectCommand) | null;
  /** The subject's events that tell how the effect went, or that it no longer applies; each carries `approvalId`. */
  readonly settled: { readonly applied: readonly string[]; readonly failed: readonly string[]; readonly superseded: readonly string[] };
  /** `effect`: whoever reads the request is warned when its effect would fail now, found out by trying it without writing. */
  readonly recheck?: 'effect';
  readonly evidence: readonly ColumnDef[];
  /** Keys of `evidence` that a locked screen may show: nothing of a customer or patient. Without them a push can only be opened, not answered. */
  readonly lockScreen?: readonly string[];
  /** Columns of its own, between those that every kind has. */
  readonly columns: readonly ColumnDef[];
  readonly sources: readonly Service[];
  /** The screen that shows the subject, for whoever may open it; `{id}` is its number. */
  readonly subjectScreen?: { readonly route: string; readonly need: Permission };
  /** `title`, `column.<key>` of its own columns and evidence, `column.subject`, `effect.approve`, `effect.reject`. */
  readonly translations: Words<KindKey>;
}

type KindKey = 'title' | 'column.subject' | 'effect.approve' | 'effect.reject';

/** A declared kind as the server and the console use it. */
export interface ApprovalKind extends ScreenFace {
  readonly group: 'approvals';
  readonly entity: string;
  readonly raisedOn: string;
  readonly subject: string;
  readonly request: (event: StoredEvent, ctx: { readonly directory: Directory }) => Omit<ApprovalAsk, 'kind' | 'entity'> & { readonly autoGrant: boolean };
  readonly settled: ApprovalDeclaration<Raised>['settled'];
  readonly recheck: 'effect' | null;
  readonly evidence: readonly ColumnDef[];
  readonly lockScreen?: readonly string[];
  readonly columns: readonly ColumnDef[];
  readonly sources: readonly Service[];
  readonly subjectScreen?: { readonly route: string; readonly need: Permission };
  readonly words: Words<KindKey>;
}

export function defineApproval<D extends Raised>(kind: ApprovalDeclaration<D>): ApprovalKind {
  const effect = ({ stream, data }: Raising<D>, { command, input = {} }: SubjectCommand) => ({
    stream,
    command,
    input: { requestId: data.requestId, ...input },
  });
  return {
    name: kind.name,
    route: `approvals/${kind.name}`,
    group: 'approvals',
    entity: kind.name,
    guard: 'entity',
    raisedOn: kind.raisedOn,
    subject: kind.subject,
    request: ({ stream, data: raised, at }, { directory }) => {
      const data: D = raised;
      const raising: Raising<D> = { data, stream, at, directory };
      return {
        subject: { stream, ref: data.ref, version: data.subjectVersion },
        subjectEmpId: kind.concerns?.(raising) ?? null,
        requestedBy: data.requestedBy,
        pooId: data.iPooId,
        reason: kind.name,
        text: data.reason,
        before: kind.before(data),
        after: kind.after(data),
        amount: kind.amount?.(data) ?? null,
        steps: kind.steps(raising),
        slaMinutes: kind.due,
        expiresAt: kind.expires(raising),
        onApprove: effect(raising, kind.approve(raising)),
        onReject: kind.reject ? effect(raising, kind.reject(raising)) : null,
        autoGrant: kind.autoGrant?.(raising) ?? false,
      };
    },
    settled: kind.settled,
    recheck: kind.recheck ?? null,
    evidence: kind.evidence,
    columns: [...columnsBefore, ...kind.columns, ...columnsAfter],
    sources: kind.sources,
    ...(kind.lockScreen ? { lockScreen: kind.lockScreen } : {}),
    ...(kind.subjectScreen ? { subjectScreen: kind.subjectScreen } : {}),
    words: words({
      en: { ...kindTranslations.en, ...kind.translations.en },
      es: { ...kindTranslations.es, ...kind.translations.es },
    }),
  };
}

/** The order that tells a subject the number of its request, so that it can name it when it settles. */
function link(kind: ApprovalKind, { stream, data }: StoredEvent): readonly Ask[] {
  if (data.kind !== kind.name || data.autoGrant) return [];
  const input = { requestId: data.onApprove.input.requestId, approvalId: Number(streamKey(stream)) };
  return [{ kind: 'command', stream: data.subject.stream, command: 'linkApproval', input }];
}

/** Asks for the decision when the subject does, and tells the request how its effect went. */
export function approvalPolicy(kind: ApprovalKind): PolicyDef {
  const { applied, failed, superseded } = kind.settled;
  return definePolicy({
    name: `ask-${kind.name}`,
    on: [kind.raisedOn, 'ApprovalRequested', ...applied, ...failed, ...superseded],
    ask: (event, ctx): readonly Ask[] => {
      if (event.type === kind.raisedOn)
        return [{ kind: 'command', stream: 'approval-new', command: 'request', input: { kind: kind.name, entity: kind.entity, ...kind.request(event, ctx) } }];
      if (event.type === 'ApprovalRequested') return link(kind, event);
      const id: number | null = event.data.approvalId ?? null;
      if (id === null) return [];
      const to = { kind: 'command', stream: `approval-${id}` } as const;
      const supersede: Ask = { ...to, command: 'supersede', input: { kind: kind.name, why: 'subjectMoved' } };
      // Where somebody did the same by hand while the request still waited, it no longer applies.
      if (applied.includes(event.type)) return [{ ...to, command: 'applied', input: { kind: kind.name } }, supersede];
      if (failed.includes(event.type)) return [{ ...to, command: 'applyFailed', input: { kind: kind.name, why: event.data.why } }];
      return [supersede];
    },
  });
}
