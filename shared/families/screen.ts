import type { Group } from '../core/permission.ts';
import type { Words } from '../core/words.ts';

/** What every screen of a route says of itself. `route` is the owner's spelling; `entity` is checked inside `group`. */
export interface ScreenFace {
  readonly name: string;
  readonly route: string;
  readonly group: Group | null;
  readonly entity: string | null;
  readonly guard: 'entity' | 'report' | 'area' | 'signed-in' | 'signed link' | 'public';
  /** Its own i18next namespace is `name`; the key `title` is required. */
  readonly words: Words<any>;
}

/** A column of a list: how the value under `key` is shown. The heading is the word `column.<key>`. */
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
    /** Whether the person under `of` is at work now. */
    | 'atWork';
  readonly width?: number;
  readonly flex?: number;
  readonly hidden?: boolean;
  /** For `status`: the word key is `<prefix>.<value>`; for `progress`: the key that holds the total; for `atWork`: the key of the person. */
  readonly of?: string;
  /** Filter offered above the list. */
  readonly filter?: 'text' | 'set';
}
