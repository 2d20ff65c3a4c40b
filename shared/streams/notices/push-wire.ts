import type { Language } from '../../core/translations.ts';

/** Texts for the service worker, in the recipient's language. */
export interface PushTranslations {
  readonly open: string;
  readonly approve: string;
  readonly reject: string;
  readonly undo: string;
  readonly refused: string;
  readonly failed: string;
}

/** Payload of one push, encrypted for one browser. Contains only what a lock screen may show. */
export interface PushMessage {
  readonly v: 1;
  /** A later push with the same tag replaces this one. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly language: Language;
  /** A path of this console. */
  readonly route: string;
  /** ISO instant. */
  readonly at: string;
  readonly urgent: boolean;
  /**
   * One-time token to answer the request (`POST /push/act`); without it the notification can only be opened.
   */
  readonly token?: string;
  /** Screen on which a rejection is given its reason. */
  readonly rejectRoute?: string;
  readonly translations: PushTranslations;
}

/** Answer of `POST /push/act`: the next notification. `undo` is a token of its own. */
export interface PushActed {
  readonly title: string;
  readonly body: string;
  readonly route: string;
  readonly undo?: string;
}
