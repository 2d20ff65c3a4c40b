import { z } from 'zod';
import { isDay } from './day.ts';
import { turnsText, visibleOrEmpty, withoutPasted, withoutStrayJoiners } from './invisible.ts';

/**
 * Builders of text fields, for commands, uploads, forms, imports, service calls and source messages. Each is a
 * `z.string()` that takes further limits; the linter refuses a bare one elsewhere.
 */

type Asked = Parameters<typeof z.string>[0];

const noControl = /^\P{Cc}*$/u;
const noControlButLines = /^[^\p{Cc}]*(?:\r?\n[^\p{Cc}]*)*$/u;
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const isOneLine = (text: string): boolean => text.isWellFormed() && noControl.test(text);

const onlyVisible = /^[ -~]*$/;
/** As it is stored: without characters that nobody sees, apart from joiners; empty where there is nothing else. */
const withJoiners = (text: string): string =>
  onlyVisible.test(text) ? text : visibleOrEmpty(withoutPasted(text.toWellFormed()));
const seen = (text: string): string =>
  onlyVisible.test(text) ? text : withoutStrayJoiners(withJoiners(text));

const typed = (clean: (text: string) => string, pattern: RegExp, asked: Asked) =>
  z
    .string(asked)
    .normalize('NFC')
    .overwrite(clean)
    .trim()
    .regex(pattern, 'badFormat')
    .refine((value) => !turnsText(value), 'turnsText');

/** One line that a person types: NFC, trimmed, without control characters or what nobody sees. */
export const line = (asked?: Asked): z.ZodString => typed(seen, noControl, asked);

/** Lines that a person types; otherwise like `line`. */
export const paragraph = (asked?: Asked): z.ZodString => typed(seen, noControlButLines, asked);

/** A line whose joiners a pattern of names judges. */
export const nameLine = (asked?: Asked): z.ZodString => typed(withJoiners, noControl, asked);

const isDraft = (text: string): boolean =>
  isStorable(text) && noControlButLines.test(text) && !turnsText(text);

/** Lines while they are typed: spaces at their ends stay. */
export const draft = (): z.ZodString =>
  z.string().normalize('NFC').regex(noControlButLines, 'badFormat').refine(isDraft, 'badFormat');

/** What is typed into a search box; it is folded before it is compared. */
export const search = (): z.ZodString => z.string().normalize('NFC').trim().refine(isStorable, 'badFormat');

/** An id, a key, a secret or a name that a program makes: as given, in one line. */
export const token = (asked?: Asked): z.ZodString => z.string(asked).refine(isOneLine, 'badFormat');

/** A number, a code or an address that a person types: in one line, trimmed. */
export const entry = (asked?: Asked): z.ZodString => z.string(asked).trim().refine(isOneLine, 'badFormat');

/** A code of this form; the pattern spans all of it. */
export const code = (pattern: RegExp, asked?: Asked): z.ZodString =>
  z.string(asked).regex(pattern, 'badFormat');

/** Kept or read exactly as given: a password, a file, a query that is parsed afterwards. */
export const exact = (asked?: Asked): z.ZodString => z.string(asked).refine(isStorable, 'badFormat');

const mostDeep = 8;

const holds = (value: unknown, isText: (text: string) => boolean, depth = mostDeep): boolean =>
  typeof value === 'string'
    ? isText(value)
    : typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value !== 'object' || value === null
        ? value == null || typeof value === 'boolean'
        : depth > 0 &&
          Object.entries(value).every(
            ([key, one]) => isOneLine(key) && key !== '__proto__' && holds(one, isText, depth - 1),
          );

const composed = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.normalize('NFC')
    : Array.isArray(value)
      ? value.map(composed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, composed(one)]))
        : value;

/** A value of any shape that is read by its own schema afterwards. */
export const unread = (): z.ZodUnknown =>
  z.unknown().refine((value) => holds(value, isStorable), 'badFormat');

/** A value of any shape that is kept as it is, as in a draft: its texts are those of {@link draft}. */
export const loose = (): z.ZodUnknown =>
  z
    .unknown()
    .refine((value) => holds(value, isDraft), { error: 'badFormat', abort: true })
    .overwrite(composed);

/** A text that the console itself has made or stored: of its own jobs, nodes, configuration and answers. */
export const own = (): z.ZodString => z.string();

/** A value that the console itself has made or stored. */
export const ownValue = (): z.ZodUnknown => z.unknown();

/** A date `YYYY-MM-DD`. */
export const day = (): z.ZodString => z.string().refine(isDay, 'badFormat');

/** A month `YYYY-MM`. */
export const month = (): z.ZodString => code(/^\d{4}-(0[1-9]|1[0-2])$/);

/** A time of day `HH:mm`. */
export const clock = (asked?: Asked): z.ZodString => code(/^([01]\d|2[0-3]):[0-5]\d$/, asked);
