import type { Group } from '../core/permission.ts';
import type { FieldKind } from './field.ts';
import type { Translations } from '../core/translations.ts';

/**
 * What every screen declares. `route` has the owner's spelling; `entity` is a permission entity within
 * `group`.
 */
export interface ScreenFace {
  readonly name: string;
  readonly route: string;
  readonly group: Group | null;
  readonly entity: string | null;
  readonly guard: 'entity' | 'report' | 'area' | 'signed-in' | 'signed link' | 'public';
  /** Its own i18next namespace is `name`; the key `title` is required. */
  readonly translations: Translations<any>;
}

/**
 * A column whose name is a key of the row, and so are the others that it names. What the screen computes from
 * the row needs none.
 */
export type ColumnOf<R> = Omit<ColumnDef, 'name' | 'kind' | 'of'> &
  (
    | {
        readonly kind: Exclude<ColumnDef['kind'], 'callable' | 'atWork' | 'progress'>;
        readonly name: keyof R & string;
        /** `status`: the prefix of the texts of its values. */
        readonly of?: string;
      }
    | { readonly kind: 'progress'; readonly name: keyof R & string; readonly of: keyof R & string }
    | { readonly kind: 'atWork'; readonly name: string; readonly of: keyof R & string }
    | { readonly kind: 'callable'; readonly name: string }
  );

export type ColumnKind = Exclude<
  FieldKind,
  | 'decimal'
  | 'percent'
  | 'month'
  | 'tags'
  | 'references'
  | 'rows'
  | 'slot'
  | 'minutes'
  | 'seconds'
  | 'position'
  | 'days'
>;

/** A column of a list: how the value under `name` is shown. Its heading is the translation `column.<name>`. */
export interface ColumnDef {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly width?: number;
  readonly flex?: number;
  readonly hidden?: boolean;
  /**
   * `status`: prefix of the translation `<prefix>.<value>`; `progress`: key of the total; `atWork`: key of
   * the person.
   */
  readonly of?: string;
  /** Kind of filter offered above the list. */
  readonly filter?: 'text' | 'set';
}
