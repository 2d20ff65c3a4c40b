import type { z } from 'zod';
import type { FieldProblem } from '../core/fields.ts';
import type { ScreenFace } from './screen.ts';

/**
 * A field of a form. Its label is the translation `field.<path>`, an option's `option.<last part of the
 * path>.<value>`.
 */
export interface FormField {
  /** Path of its value in the form's values; in a list, within one entry. */
  readonly path: string;
  readonly kind:
    | 'text'
    | 'note'
    | 'phone'
    | 'email'
    | 'date'
    | 'select'
    | 'number'
    | 'tags'
    | 'flag'
    | 'poo'
    | 'language'
    | 'files';
  readonly required?: boolean;
  readonly max?: number;
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
  /** Input of `save`; a draft leaves out every field that is not yet valid. */
  readonly schema: z.ZodType;
  /**
   * Where this person's open records are listed: path, query parameter for the stage, stages, and the member
   * that labels one.
   */
  readonly list: {
    readonly path: string;
    readonly query: string;
    readonly stages: readonly string[];
    readonly name: string;
  };
  /** The feed that carries one record by its id. */
  readonly record: string;
  /** Form values from a record and the answer of `reveal`. */
  readonly load: (record: any, revealed: any) => V;
  /** Parts that can no longer change once the record exists. */
  readonly fixed?: readonly string[];
}

export interface FormDef<V = any> extends ScreenFace {
  /** The stream and its commands: start with `create`, store with `save`, finish with `submit`. */
  readonly subject: string;
  readonly commands: {
    readonly create: string;
    readonly save: string;
    readonly submit: string;
    readonly resubmit?: string;
  };
  readonly steps: readonly FormStep[];
  readonly empty: V;
  readonly keep?: FormKeeping<V>;
  /** Derives dependent values from those entered. */
  readonly settle?: (values: V) => V;
  /** Rules that need today's date, in addition to those of the steps. */
  readonly check?: (values: V, today: string) => readonly FieldProblem[];
}

export function defineForm<V>(def: FormDef<V>): FormDef<V> {
  return def;
}
