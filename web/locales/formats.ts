import { businessDay, clockTime, showDay, timeOfDay } from '#shared/core/day.ts';
import { groupDigits, separators } from '#shared/core/number-text.ts';
import type { Language } from '#shared/core/translations.ts';

let numbersIn: Language = 'en';
/** The language that numbers and money are written in from here on. */
export function setNumberLanguage(language: Language): void {
  numbersIn = language;
}
export const numberLanguage = (): Language => numbersIn;

type Instant = string | number;

function ms(at: Instant): number {
  return typeof at === 'number' ? at : Date.parse(at);
}

/** `DD-MM-YYYY` for an instant (in IST) or a business day `YYYY-MM-DD`. */
export function formatDate(at: Instant): string {
  if (typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)) return showDay(at);
  const time = ms(at);
  return Number.isNaN(time) ? '' : showDay(businessDay(time));
}

/** `HH:mm` in IST. */
export function formatTime(at: Instant): string {
  const time = ms(at);
  return Number.isNaN(time) ? '' : clockTime(time);
}

/** `HH:mm:ss` in IST. */
export function formatSeconds(at: Instant): string {
  const time = ms(at);
  return Number.isNaN(time) ? '' : timeOfDay(time);
}

/** `DD-MM-YYYY HH:mm` in IST. */
export function formatInstant(at: Instant): string {
  const time = ms(at);
  return Number.isNaN(time) ? '' : `${formatDate(time)} ${formatTime(time)}`;
}

/** The time only when it is today, else date and time. */
export function formatMoment(at: Instant, now: number): string {
  const time = ms(at);
  if (Number.isNaN(time)) return '';
  return businessDay(time) === businessDay(now) ? formatTime(time) : formatInstant(time);
}

/** ₹1,23,456.78 from paise; ₹123.456,78 in Spanish. */
export function formatMoney(paise: number, language = numbersIn): string {
  if (!Number.isFinite(paise)) return '';
  const whole = Math.round(Math.abs(paise));
  const text = `₹${groupDigits(String(Math.floor(whole / 100)), language)}${separators[language].decimal}${String(whole % 100).padStart(2, '0')}`;
  return paise < 0 ? `−${text}` : text;
}

/** 1,23,456.7 with at most `decimals` places; 123.456,7 in Spanish. */
export function formatNumber(value: number, decimals = 2, language = numbersIn): string {
  if (!Number.isFinite(value)) return '';
  const [whole = '0', part] = Math.abs(value).toFixed(decimals).split('.');
  const kept = part?.replace(/0+$/, '');
  const text = groupDigits(whole, language) + (kept ? separators[language].decimal + kept : '');
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** Short duration: `12 s`, `4 min`, `3 h 18`, `2 d 4 h`. Units are the same in English and Spanish. */
export function formatAge(duration: number): string {
  const seconds = Math.max(0, Math.floor(duration / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Time left as `m:ss` under an hour, `h:mm` with `h` above; overdue with a minus. */
export function formatCountdown(left: number): string {
  const sign = left < 0 ? '−' : '';
  const seconds = Math.floor(Math.abs(left) / 1000);
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 48) return `${sign}${hours} h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`;
  return `${sign}${Math.floor(hours / 24)} d`;
}

const relative = new Map<Language, Intl.RelativeTimeFormat>();

/** "3 minutes ago", "dentro de 2 horas". `duration` is now minus then. */
export function formatAgo(duration: number, language: Language): string {
  let format = relative.get(language);
  if (!format) relative.set(language, (format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })));
  const seconds = Math.round(duration / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return format.format(-seconds, 'second');
  if (size < 3600) return format.format(-Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(-Math.round(seconds / 3600), 'hour');
  return format.format(-Math.round(seconds / 86_400), 'day');
}

/** 1.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  const [whole = '0', part = '0'] = (bytes / 1024 / 1024).toFixed(1).split('.');
  return `${whole}${separators[numbersIn].decimal}${part} MB`;
}
