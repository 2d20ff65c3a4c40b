import { z } from 'zod';
import { note } from '../../core/fields.ts';
import type { Permission } from '../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, type Ctx } from '../../core/stream.ts';
import type { MasterDef, MasterRight } from '../../families/master-def.ts';
import { bad } from './given.ts';
import { confirmed, decidable, revealed, withProposal } from './second-person.ts';
import { revealNeeds } from './secret.ts';
import type { MasterState } from './state.ts';

type Deciding = Ctx & { readonly id: string };

interface Parts {
  readonly own: readonly MasterDef[];
  readonly byKind: ReadonlyMap<string, readonly MasterDef[]>;
  readonly needs: (right: MasterRight) => Permission[];
  readonly open: (state: MasterState, right: MasterRight, ctx: Deciding) => MasterDef | Refusal;
}

/** A second person's commands about a waiting change, and the audited reveal of a record's secrets. */
export const secondPersonCommands = ({ own, byKind, needs, open }: Parts) => ({
  /** A second person applies a waiting change. */
  confirm: command<MasterState, object>({
    input: z.strictObject({}),
    need: needs('approve'),
    versioned: true,
    decide: (state, _input, ctx) => {
      const def = open(state, 'approve', ctx);
      if (isRefusal(def)) return def;
      const proposed = decidable(def, state, ctx);
      if (isRefusal(proposed)) return proposed;
      const checked = def.check(withProposal(state, proposed), { today: ctx.today, before: state.fields });
      if (checked.problems) return bad(def, checked.problems, ctx);
      return [confirmed(def, state, proposed)];
    },
  }),
  /** A second person declines a waiting change, or its author withdraws it. */
  decline: command<MasterState, { reason: string }>({
    input: z.strictObject({ reason: note(500) }),
    need: [...needs('approve'), ...needs('edit')],
    versioned: true,
    decide: (state, { reason }, ctx) => {
      const mine = state.proposed !== null && state.proposed.by === ctx.actor.empId;
      const def = open(state, mine ? 'edit' : 'approve', ctx);
      if (isRefusal(def)) return def;
      const proposed = mine ? state.proposed : decidable(def, state, ctx);
      if (isRefusal(proposed)) return proposed;
      const set = { [def.checked!.mark]: null };
      return [{ type: 'MasterRecordChangeDeclined', data: { kind: state.kind, id: state.id, set, reason } }];
    },
  }),
  /** Returns the secrets in full to those who may see them; the access is recorded beside the record. */
  reveal: command<MasterState, object>({
    input: z.strictObject({}),
    need: [...new Set(own.flatMap(revealNeeds))],
    decide: (state, _input, ctx) =>
      state.exists ? revealed(byKind.get(state.kind) ?? [], state, ctx) : refuse('notFound', 404),
  }),
});
