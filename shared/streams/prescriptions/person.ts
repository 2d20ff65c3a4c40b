import type { Ctx } from '../../core/stream.ts';

export interface Person {
  readonly empId: number | null;
  readonly name: string;
}

export const personOf = (ctx: Pick<Ctx, 'actor'>): Person => ({
  empId: ctx.actor.empId,
  name: ctx.actor.name,
});
export const iso = (at: number): string => new Date(at).toISOString();
