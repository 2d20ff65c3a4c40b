import type { Directory } from '../core/directory.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Permission } from '../core/permission.ts';
import type { Ask, PolicyDef } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import type { Service } from '../core/view.ts';
import type { ApprovalAsk } from '../streams/approvals/approval/state.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

/** What a kind of approval must say. Its name is its entity and the last segment of its route. */
export interface ApprovalKind extends ScreenFace {
  readonly group: 'approvals';
  readonly entity: string;
  /** The subject's event that asks for a decision. */
  readonly raisedOn: string;
  /** The request, read off that event; `autoGrant` when the rules need nobody's decision. */
  readonly request: (event: StoredEvent, ctx: { readonly directory: Directory }) => Omit<ApprovalAsk, 'kind' | 'entity'> & { readonly autoGrant: boolean };
  /** The subject's events that tell how the effect went, or that it no longer applies; each carries `approvalId`. */
  readonly outcome: { readonly applied: readonly string[]; readonly failed: readonly string[]; readonly superseded: readonly string[] };
  /** An order to the subject that tells it the number of its request. */
  readonly link?: (
    request: ApprovalAsk,
    approvalId: number,
  ) => { readonly stream: string; readonly command: string; readonly input: Readonly<Record<string, unknown>> };
  /** Keys of `before`/`after` that are shown, and how; headings are the words `column.<key>`. */
  readonly evidence: readonly ColumnDef[];
  /** Keys of `evidence` that a locked screen may show: nothing of a customer or patient. Without them a push can only be opened, not answered. */
  readonly lockScreen?: readonly string[];
  readonly columns: readonly ColumnDef[];
  readonly sources: readonly Service[];
  /** The screen that shows the subject, for whoever may open it; `{id}` is its number. */
  readonly subjectScreen?: { readonly route: string; readonly need: Permission };
}

export function defineApproval(kind: ApprovalKind): ApprovalKind {
  return kind;
}

/** Asks for the decision when the subject does, and tells the request how its effect went. */
export function approvalPolicy(kind: ApprovalKind): PolicyDef {
  const { applied, failed, superseded } = kind.outcome;
  return definePolicy({
    name: `ask-${kind.name}`,
    on: [kind.raisedOn, 'ApprovalRequested', ...applied, ...failed, ...superseded],
    ask: (event, ctx): readonly Ask[] => {
      if (event.type === kind.raisedOn)
        return [{ kind: 'command', stream: 'approval-new', command: 'request', input: { kind: kind.name, entity: kind.entity, ...kind.request(event, ctx) } }];
      if (event.type === 'ApprovalRequested') {
        if (event.data.kind !== kind.name || !kind.link || event.data.autoGrant) return [];
        return [{ kind: 'command', ...kind.link(event.data, Number(streamKey(event.stream))) }];
      }
      const id: number | null = event.data.approvalId ?? null;
      if (id === null) return [];
      const stream = `approval-${id}`;
      if (applied.includes(event.type)) return [{ kind: 'command', stream, command: 'applied', input: {} }];
      if (failed.includes(event.type)) return [{ kind: 'command', stream, command: 'applyFailed', input: { why: event.data.why } }];
      return [{ kind: 'command', stream, command: 'supersede', input: { why: 'subjectMoved' } }];
    },
  });
}
