import type { Group } from '../core/permission.ts';
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
 * A column whose key is one of the row's, and so are the keys that it names. What the screen computes from
 * the row needs none.
 */
export type ColumnOf<R> = Omit<ColumnDef, 'key' | 'kind' | 'of'> &
  (
    | {
        readonly kind: Exclude<ColumnDef['kind'], 'callable' | 'atWork' | 'progress'>;
        readonly key: keyof R & string;
        /** `status`: the prefix of the texts of its values. */
        readonly of?: string;
      }
    | { readonly kind: 'progress'; readonly key: keyof R & string; readonly of: keyof R & string }
    | { readonly kind: 'atWork'; readonly key: string; readonly of: keyof R & string }
    | { readonly kind: 'callable'; readonly key: string }
  );

/** A column of a list: how the value under `key` is shown. Its heading is the translation `column.<key>`. */
export interface ColumnDef {
  readonly key: string;
  readonly kind:
    | 'text'
    | 'id'
    | 'number'
    | 'money'
    | 'date'
    | 'time'
    | 'instant'
    | 'age'
    | 'countdown'
    | 'sla'
    | 'status'
    | 'person'
    | 'holder'
    | 'phone'
    | 'flag'
    | 'progress'
    | 'language'
    | 'poo'
    /** Why the row cannot be called now, in words; empty where it can. */
    | 'callable'
    /** Whether the person under `of` is currently at work. */
    | 'atWork';
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
