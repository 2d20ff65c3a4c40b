import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { NewEvent } from '../../core/event.ts';
import { note, text } from '../../core/fields.ts';
import { inPoos, type Need } from '../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, type CommandDef, type Ctx } from '../../core/stream.ts';
import { fileTypes, type FileState } from '../core/file.ts';
import { allot, numberingStream, type Letter, type NumberingState } from '../core/numbering.ts';
import { placeId, uploadId } from '../../core/record-id.ts';
import type { MasterState } from '../masters/state.ts';
import type { Life } from './life.ts';
import { sameValue, type DocumentLine, type DocumentState, type DraftNames } from './state.ts';

export type Deciding = Ctx & { readonly id: string };
type Given = Readonly<Record<string, unknown>>;

export const documentLimits = { lines: 500, files: 10 } as const;

/** The declaration of a kind of document's drafts, from which the family makes its commands. */
export interface DraftRules<H extends object, L extends DocumentLine, S extends DocumentState<H, L>> {
  readonly letter: Letter;
  readonly names: DraftNames;
  readonly life: Life;
  readonly need: { readonly create: Need; readonly edit: Need };
  /** Stages in which header and lines may be changed; the step `change` leads there again. */
  readonly header: z.core.$ZodType<Partial<H>>;
  /** The input for a line: all of it, or the changes. */
  readonly line: z.core.$ZodType<Given>;
  readonly blank: (ctx: Pick<Ctx, 'today'>) => H;
  /** Lines name neither a product nor goods: a new one may begin with any field. */
  readonly freeLines?: true;
  /** Streams that header and lines name, by short name. */
  readonly reads?: (
    header: Partial<H>,
    lines: readonly Given[],
    state: S,
  ) => Readonly<Record<string, string>>;
  /** Merges the input into the previous line; or the refusal. */
  readonly fill: (
    given: Given,
    before: L | null,
    about: { readonly header: H; readonly state: S; readonly ctx: Deciding },
  ) => L | Refusal;
  /** The fields that the header copies of the records it names, as of now. */
  readonly copies?: (given: Partial<H>, ctx: Deciding) => Partial<H>;
  /** Rules over the whole document after a change. */
  readonly check?: (header: H, lines: readonly L[], ctx: Deciding, state: S) => Refusal | null;
  /** Further events with the first event or a change: reserved keys, linked documents. */
  readonly beside?: (
    header: H,
    lines: readonly L[],
    ctx: Deciding,
    state: S,
  ) => readonly NewEvent[] | Refusal;
}

const lineId = texts.code(/^[A-Za-z0-9-]{1,24}$/);
export const placeStream = (pooId: number): string => `master-placeOfOperation-${pooId}`;
/** A refusal with the line it is about, counted from 1. */
export const atLine = (no: Refusal, line: number, field?: string): Refusal => ({
  ...no,
  line,
  ...(field ? { field } : {}),
});

/** Refuses a command in the wrong stage; the message names both stages. */
export function wrongStage(state: DocumentState, life: Life, step: string): Refusal | null {
  if (life.next(state.stage, step) !== null) return null;
  return refuse('wrongState', 409, {
    doc: state.number,
    state: `stage.${state.stage}`,
    allowed: life.from(step).map((stage) => `stage.${stage}`),
  });
}

/** The viewer acts for the document's place. */
export function outOfPlace(
  state: Pick<DocumentState, 'pooId' | 'place'>,
  ctx: Pick<Ctx, 'viewer'>,
): Refusal | null {
  return ctx.viewer.kind !== 'person' || inPoos(ctx.viewer, state.pooId)
    ? null
    : refuse('pooNotMapped', 403, { poo: state.place.code });
}

/** The viewer acts for the document's place or for another one it concerns. */
export function outOfPlaces(
  state: Pick<DocumentState, 'pooId' | 'place' | 'alsoAt'>,
  ctx: Pick<Ctx, 'viewer'>,
): Refusal | null {
  return state.alsoAt?.some((pooId) => inPoos(ctx.viewer, pooId)) ? null : outOfPlace(state, ctx);
}

/** Its author does not decide about it. */
export function bySelf(state: Pick<DocumentState, 'madeBy'>, ctx: Pick<Ctx, 'actor'>): Refusal | null {
  return ctx.actor.empId !== null && state.madeBy.empId === ctx.actor.empId
    ? refuse('selfApproval', 403)
    : null;
}

/** The first refusal. */
export function firstOf(...reasons: readonly (Refusal | null)[]): Refusal | null {
  return reasons.find((one) => one !== null) ?? null;
}

function conflict<S extends DocumentState>(
  state: S,
  keys: readonly (readonly [key: string, value: unknown, now: unknown])[],
  ctx: Deciding,
): Refusal | null {
  const seen = ctx.seen ?? state.version;
  const found = keys.flatMap(([key, value, now]) => {
    const touch = state.touched[key];
    return touch && touch.version > seen && !sameValue(value, now)
      ? [{ field: key, by: touch.name, at: touch.at, now: JSON.stringify(now ?? null) }]
      : [];
  });
  const first = found[0];
  return first
    ? refuse(
        'fieldConflict',
        409,
        { version: state.version, by: first.by, at: first.at, conflicts: found },
        first.field,
      )
    : null;
}

function filled<H extends object, L extends DocumentLine, S extends DocumentState<H, L>>(
  rules: DraftRules<H, L, S>,
  given: readonly (Given & { readonly id: string })[],
  header: H,
  state: S,
  ctx: Deciding,
): readonly L[] | Refusal {
  const before = new Map(state.lines.map((line) => [line.id, line]));
  const made: L[] = [];
  for (const [i, one] of given.entries()) {
    const old = before.get(one.id) ?? null;
    const line = rules.fill(one, old, { header, state, ctx });
    if (isRefusal(line)) return atLine(line, old ? state.lines.indexOf(old) + 1 : state.lines.length + i + 1);
    made.push(line);
  }
  return made;
}

/**
 * The commands that every document has: begin a draft, change it by field and line, attach and detach files,
 * record a print.
 */
export function draftCommands<H extends object, L extends DocumentLine, S extends DocumentState<H, L>>(
  rules: DraftRules<H, L, S>,
): Readonly<Record<'draft' | 'change' | 'attach' | 'detach' | 'notePrint', CommandDef<S>>> {
  const { letter, names, life, need } = rules;
  const one = z.intersection(z.object({ id: lineId }), rules.line);
  const lines = z.array(one).max(documentLimits.lines, 'tooManyItems');
  type Lines = z.output<typeof lines>;
  const draftInput = z.strictObject({
    pooId: placeId(),
    header: rules.header,
    lines: lines.default([]),
  });
  const changeInput = z.strictObject({
    header: z.optional(rules.header),
    put: lines.default([]),
    remove: z.array(lineId).max(documentLimits.lines).default([]),
  });
  const attachInput = z.strictObject({ fileId: uploadId(), name: text(120), mime: z.enum(fileTypes) });
  const reads = (header: Partial<H>, given: Lines, state: S): Readonly<Record<string, string>> =>
    rules.reads?.(header, given as readonly Given[], state) ?? {};

  const draft = command<S, z.output<typeof draftInput>>({
    input: draftInput,
    need: need.create,
    creates: true,
    reads: (input, state, ctx) => ({
      place: placeStream(input.pooId),
      series: numberingStream(input.pooId, letter, ctx.today),
      ...reads(input.header, input.lines, { ...state, pooId: input.pooId }),
    }),
    decide: (state, input, ctx) => {
      if (state.exists) return refuse('alreadyExists', 409);
      const place: MasterState = ctx.read['place'];
      if (!place.exists || place.cancelled || place.iStatus !== 1)
        return refuse('notInList', 422, { label: 'pooId' }, 'pooId');
      const code = String(place.fields['vCode'] ?? '');
      const at = { pooId: input.pooId, place: { code, stateCode: String(place.fields['vStateCode'] ?? '') } };
      const out = outOfPlace(at, ctx);
      if (out) return out;
      const header: H = {
        ...rules.blank(ctx),
        ...input.header,
        ...rules.copies?.(input.header, ctx),
      };
      const begun: S = { ...state, ...at };
      const made = filled(rules, input.lines as readonly (Given & { id: string })[], header, begun, ctx);
      if (isRefusal(made)) return made;
      const no = rules.check?.(header, made, ctx, begun);
      if (no) return no;
      const beside = rules.beside?.(header, made, ctx, begun) ?? [];
      if (isRefusal(beside)) return beside;
      const { number, event } = allot(
        ctx.read['series'] as NumberingState,
        { pooId: at.pooId, code },
        letter,
        ctx.today,
        ctx.id,
      );
      return {
        events: [{ type: names.drafted, data: { number, ...at, header, lines: made } }, event, ...beside],
        answer: { number },
      };
    },
  });

  const change = command<S, z.output<typeof changeInput>>({
    input: changeInput,
    need: need.edit,
    versioned: 'merge',
    reads: (input, state) => reads({ ...state.header, ...input.header }, input.put, state),
    decide: (state, input, ctx) => {
      const no = firstOf(outOfPlace(state, ctx), wrongStage(state, life, 'change'));
      if (no) return no;
      const put = input.put as readonly (Given & { readonly id: string })[];
      const old = new Map(
        state.lines.map((line) => [line.id, new Map<string, unknown>(Object.entries(line))]),
      );
      const headerNow = new Map<string, unknown>(Object.entries(state.header));
      const begins = (fields: object): boolean =>
        rules.freeLines === true || 'productId' in fields || 'barcodeId' in fields;
      const gone = put.find(
        ({ id, ...fields }) => !old.has(id) && Object.keys(fields).length > 0 && !begins(fields),
      );
      if (gone) return refuse('lineGone', 409, { id: gone.id });
      const clash = conflict(
        state,
        [
          ...Object.entries(input.header ?? {}).map(
            ([name, value]) => [`h.${name}`, value, headerNow.get(name)] as const,
          ),
          ...put.flatMap(({ id, ...fields }) =>
            Object.entries(fields).map(
              ([name, value]) => [`l.${id}.${name}`, value, old.get(id)?.get(name)] as const,
            ),
          ),
        ],
        ctx,
      );
      if (clash) return clash;
      const given: Partial<H> | null = input.header
        ? { ...input.header, ...rules.copies?.(input.header, ctx) }
        : null;
      const header: H = { ...state.header, ...given };
      const made = filled(rules, put, header, state, ctx);
      if (isRefusal(made)) return made;
      const removed = input.remove.filter((id) => old.has(id));
      const kept = new Map(
        state.lines.filter(({ id }) => !removed.includes(id)).map((line) => [line.id, line]),
      );
      for (const line of made) kept.set(line.id, line);
      if (kept.size > documentLimits.lines)
        return refuse('tooManyItems', 422, { label: 'lines', n: documentLimits.lines });
      const whole = rules.check?.(header, [...kept.values()], ctx, state);
      if (whole) return whole;
      const beside = rules.beside?.(header, [...kept.values()], ctx, state) ?? [];
      if (isRefusal(beside)) return beside;
      return [
        {
          type: names.changed,
          data: {
            ...(given ? { header: given } : {}),
            ...(made.length > 0 ? { put: made } : {}),
            ...(removed.length > 0 ? { removed } : {}),
          },
        },
        ...beside,
      ];
    },
  });

  return {
    draft,
    change,
    attach: command<S, z.output<typeof attachInput>>({
      input: attachInput,
      need: [need.create, need.edit].flat() as Need,
      reads: ({ fileId }) => ({ file: `file-${fileId}` }),
      decide: (state, input, ctx) => {
        const no = outOfPlaces(state, ctx);
        if (no) return no;
        if (life.final.has(state.stage))
          return refuse('wrongState', 409, { doc: state.number, state: `stage.${state.stage}`, allowed: [] });
        const file: FileState = ctx.read['file'];
        if (!file.exists || (ctx.viewer.kind === 'person' && file.by !== ctx.viewer.empId))
          return refuse('notInList', 422, { label: 'fileId' }, 'fileId');
        if (state.files.length >= documentLimits.files)
          return refuse('tooManyItems', 422, { label: 'files', n: documentLimits.files });
        if (state.files.some(({ fileId }) => fileId === input.fileId)) return refuse('alreadyExists', 409);
        return [{ type: names.attached, data: { ...input, mime: file.mime } }];
      },
    }),
    detach: command<S, { fileId: string }>({
      input: z.strictObject({ fileId: text(80) }),
      need: need.edit,
      decide: (state, { fileId }, ctx) => {
        const no = firstOf(outOfPlace(state, ctx), wrongStage(state, life, 'change'));
        if (no) return no;
        return state.files.some((file) => file.fileId === fileId)
          ? [{ type: names.detached, data: { fileId } }]
          : refuse('notFound', 404);
      },
    }),
    /** Counts a print; each one after the first needs a reason and is marked DUPLICATE. */
    notePrint: command<S, { reason?: string | undefined }>({
      input: z.strictObject({ reason: note(250, 5).optional() }),
      need: 'signedIn',
      decide: (state, { reason }, ctx) => {
        const no = outOfPlaces(state, ctx);
        if (no) return no;
        if (state.prints > 0 && !reason) return refuse('reprintReason', 422, undefined, 'reason');
        return {
          events: [{ type: names.printed, data: { copy: state.prints + 1, reason: reason ?? null } }],
          answer: { copy: state.prints + 1 },
        };
      },
    }),
  };
}

export interface StepRules<S extends DocumentState, I> {
  readonly step: string;
  readonly event: string;
  readonly input: z.core.$ZodType<I>;
  readonly need: Need;
  readonly life: Life;
  readonly reads?: CommandDef<S, I>['reads'];
  readonly readsNext?: CommandDef<S, I>['readsNext'];
  /** Somebody other than its author. */
  readonly fourEyes?: boolean;
  /** The places that may do it, if not the document's own. */
  readonly at?: (state: S, ctx: Deciding) => Refusal | null;
  /** Rules beyond stage, place and four eyes; the event's data and further events. */
  readonly decide?: (
    state: S,
    input: I,
    ctx: Deciding,
  ) =>
    | Refusal
    | { readonly data?: object; readonly beside?: readonly NewEvent[]; readonly answer?: Given }
    | null;
}

/**
 * A command that moves a document to its next stage: stage, place and, where required, a second person are
 * checked first.
 */
export function stepCommand<S extends DocumentState, I>(rules: StepRules<S, I>): CommandDef<S, I> {
  return command<S, I>({
    input: rules.input,
    need: rules.need,
    versioned: true,
    ...(rules.reads ? { reads: rules.reads } : {}),
    ...(rules.readsNext ? { readsNext: rules.readsNext } : {}),
    decide: (state, input, ctx) => {
      const no = firstOf(
        (rules.at ?? outOfPlace)(state, ctx),
        wrongStage(state, rules.life, rules.step),
        rules.fourEyes ? bySelf(state, ctx) : null,
      );
      if (no) return no;
      const own = rules.decide?.(state, input, ctx) ?? {};
      if (isRefusal(own)) return own;
      const given = typeof input === 'object' && input !== null ? input : {};
      return {
        events: [{ type: rules.event, data: { ...(own.data ?? given) } }, ...(own.beside ?? [])],
        ...(own.answer ? { answer: own.answer } : {}),
      };
    },
  });
}

export const reasonInput = z.strictObject({ reason: note(250, 10) });
export const nothingInput = z.strictObject({});
