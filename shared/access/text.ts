import { z } from 'zod';
import { namePattern, turnsText, withoutPasted } from '../core/invisible.ts';
import { phoneIsValid } from '../core/phone.ts';

const control = /\p{Cc}/u;

/**
 * Single-line text: trimmed, NFC, without control characters. The message of each issue is a refusal code.
 */
export function line(min: number, max: number) {
  return z
    .string()
    .transform((text) => withoutPasted(text.normalize('NFC')).trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'required' : 'tooShort')
        .max(max, 'tooLong')
        .refine((text) => !control.test(text), 'badFormat')
        .refine((text) => !turnsText(text), 'turnsText'),
    );
}

/** A person's name. */
export function personName(min: number, max: number) {
  return line(min, max).pipe(z.string().regex(namePattern, 'badFormat'));
}

export const phone = z.string().trim().refine(phoneIsValid, 'invalidPhone');
export const email = z.string().trim().toLowerCase().max(100, 'tooLong').pipe(z.email('badFormat'));
export const id = z.int().positive();
export const deviceId = z
  .string()
  .trim()
  .regex(/^[\w:.-]{8,64}$/, 'badFormat');
