import type { z } from 'zod';
import type { FieldProblem } from '../core/fields.ts';
import type { Field } from './field.ts';
import type { ScreenFace } from './screen.ts';

/**
 * A field of a form. Its label is the translation `field.<name>`, an option's `option.<last part of the
 * name>.<value>`. Its name is the path of its value in the form's values; in a list, within one entry.
 */
export interface FormField extends Field {
  readonly options?: readonly string[];
}

/**
 * One page of a form, headed by the translation `step.<name>`. With `list`, its fields repeat for each entry
 * of that list, headed by `entry.<path>` with the number `{{n}}`.
 */
export interface FormStep {
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly list?: { readonly path: string; readonly min: number; readonly max: number };
  /** The server's own rules, checked before the next step. */
  readonly schema: z.ZodType;
}

/** How a draft is stored on the server and loaded again. */
export interface FormKeeping<V = any> {
  /** The commands that start a record and store its draft. */
  readonly create: string;
  readonly save: string;
  /** Its answer are the values that the record itself masks, for `load`. */
  readonly reveal?: string;
  /** Submits a record of these stages again, with the text under `field.answer` and `action.resubmit`. */
  readonly resubmit?: { readonly command: string; readonly stages: readonly string[] };
  /** Input of `save`; a draft leaves out every field that is not yet valid. */
  readonly schema: z.ZodType;
  /**
   * Where this person's open records are listed: path, query parameter for the stage, stages with the one of
   * a new record first, and the member that labels one. A stage is named by the text `stage.<stage>`.
   */
  readonly list: {
    readonly path: string;
    readonly query: string;
    readonly stages: readonly [string, ...string[]];
    readonly name: string;
  };
  /** The feed that carries one record by its id. */
  readonly record: string;
  /** Form values from a record and the answer of `reveal`. */
  readonly load: (record: any, revealed: any) => V;
  /** Parts that can no longer change once the record exists. */
  readonly fixed?: readonly string[];
}

/**
 * A form in one or several steps. Without `keep`, nothing is stored until it is submitted: its values without
 * the blank ones are then the input of `submit`, which creates a record.
 */
export interface FormDef<V = any> extends ScreenFace {
  /** The stream, and the command that finishes the form. */
  readonly subject: string;
  readonly submit: string;
  readonly steps: readonly FormStep[];
  readonly empty: V;
  /** The part of a new record's values that depends on who fills it in. */
  readonly begin?: (person: { readonly pooId: number | null }) => Partial<V>;
  readonly keep?: FormKeeping<V>;
  /** Derives dependent values from those entered. */
  readonly settle?: (values: V) => V;
  /** Rules that need today's date, in addition to those of the steps. */
  readonly check?: (values: V, today: string) => readonly FieldProblem[];
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The command that submits a form, and its input; `new` creates the record. */
export function submissionOf(
  def: Pick<FormDef, 'keep' | 'submit'>,
  {
    id,
    stage,
    values,
    answer,
  }: {
    readonly id: string | null;
    readonly stage: string | null;
    readonly values: Readonly<Record<string, unknown>>;
    readonly answer: string;
  },
): { readonly id: string; readonly command: string; readonly input: Readonly<Record<string, unknown>> } {
  if (!def.keep)
    return {
      id: 'new',
      command: def.submit,
      input: Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value))),
    };
  if (id === null) throw new Error('A kept form is submitted once its draft is stored.');
  const again = resubmits(def, stage);
  return again
    ? { id, command: again, input: isBlank(answer.trim()) ? {} : { answer: answer.trim() } }
    : { id, command: def.submit, input: {} };
}

/** The command that submits a record of this stage once more; null where it is submitted for the first time. */
export function resubmits({ keep }: Pick<FormDef, 'keep'>, stage: string | null): string | null {
  const again = keep?.resubmit;
  return again && stage !== null && again.stages.includes(stage) ? again.command : null;
}

export function defineForm<V>(def: FormDef<V>): FormDef<V> {
  return def;
}
