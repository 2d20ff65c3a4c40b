import type { z } from 'zod';
import type { FieldProblem } from '../core/fields.ts';
import type { ScreenFace } from './screen.ts';

/** A field of a form. Its label is the word `field.<path>`, an option’s the word `option.<last part of the path>.<value>`. */
export interface FormField {
  /** Where its value stands in the form's values; inside a list: in one entry. */
  readonly path: string;
  readonly kind: 'text' | 'note' | 'phone' | 'email' | 'date' | 'select' | 'number' | 'tags' | 'flag' | 'poo' | 'language' | 'files';
  readonly required?: boolean;
  readonly max?: number;
  readonly options?: readonly string[];
}

/** One page of a form. Its heading is the word `step.<name>`; with `list`, its fields repeat in the entries of that part, each under the word `entry.<path>` with its number `{{n}}`. */
export interface FormStep {
  readonly name: string;
  readonly fields: readonly FormField[];
  readonly list?: { readonly path: string; readonly min: number; readonly max: number };
  /** The same rules as the server's; asked before the next step. */
  readonly schema: z.ZodType;
}

/** How a half-filled form is kept on the server and read back. */
export interface FormKeeping<V = any> {
  /** What `save` takes; whatever is not valid yet is left out of a draft, field by field. */
  readonly schema: z.ZodType;
  /** Where this person’s open records are listed: the path, its query for a stage, the stages, the member that names one. */
  readonly list: { readonly path: string; readonly query: string; readonly stages: readonly string[]; readonly name: string };
  /** The feed that shows one record by its id. */
  readonly record: string;
  /** The values of a record, with what `reveal` answered. */
  readonly load: (record: any, revealed: any) => V;
  /** Parts that cannot change any more once the record exists. */
  readonly fixed?: readonly string[];
}

export interface FormDef<V = any> extends ScreenFace {
  /** The stream that is made and its orders: start with `create`, keep with `save`, end with `submit`. */
  readonly subject: string;
  readonly commands: { readonly create: string; readonly save: string; readonly submit: string; readonly resubmit?: string };
  readonly steps: readonly FormStep[];
  readonly empty: V;
  readonly keep?: FormKeeping<V>;
  /** Fills what follows from what was entered. */
  readonly settle?: (values: V) => V;
  /** Rules that need today's date, beside the steps' own. */
  readonly check?: (values: V, today: string) => readonly FieldProblem[];
}

export function defineForm<V>(def: FormDef<V>): FormDef<V> {
  return def;
}
