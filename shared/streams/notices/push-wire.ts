import type { Language } from '../../core/words.ts';

/** Words a service worker needs when it has nobody to ask; in the reader's language. */
export interface PushWords {
  readonly open: string;
  readonly approve: string;
  readonly reject: string;
  readonly undo: string;
  readonly refused: string;
  readonly failed: string;
}

/** What one push carries, encrypted for one browser. Nothing in it that a locked screen may not show. */
export interface PushMessage {
  readonly v: 1;
  /** A later one with the same tag takes the place of this one. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly language: Language;
  /** A path of this console. */
  readonly route: string;
  /** ISO instant. */
  readonly at: string;
  readonly urgent: boolean;
  /** Answers the request once (`POST /push/act`); without it the notification can only be opened. */
  readonly token?: string;
  /** Where a rejection is given its reason. */
  readonly rejectRoute?: string;
  readonly words: PushWords;
}

/** What `POST /push/act` answers when it was done: the next notification. `undo` is a token of its own. */
export interface PushActed {
  readonly title: string;
  readonly body: string;
  readonly route: string;
  readonly undo?: string;
}
