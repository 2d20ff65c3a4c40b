import { z } from 'zod';
import { namePattern } from '../core/invisible.ts';
import { phoneIsValid } from '../core/phone.ts';
import * as texts from '../core/texts.ts';

/** Single-line text, as `line` of texts. The message of each issue is a refusal code. */
export function line(min: number, max: number) {
  return texts
    .line()
    .min(min, min === 1 ? 'required' : 'tooShort')
    .max(max, 'tooLong');
}

/** A person's name. */
export function personName(min: number, max: number) {
  return texts
    .nameLine()
    .min(min, min === 1 ? 'required' : 'tooShort')
    .max(max, 'tooLong')
    .regex(namePattern, 'badFormat');
}

export const phone = texts.entry().refine(phoneIsValid, 'invalidPhone');
export const email = texts.entry().toLowerCase().max(100, 'tooLong').pipe(z.email('badFormat'));
export const id = z.int().positive();
export const deviceId = texts.entry().regex(/^[\w:.-]{8,64}$/, 'badFormat');
