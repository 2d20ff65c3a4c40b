import { Checkbox, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { phoneIsValid } from '#shared/core/phone.ts';
import { plainNumber } from '#shared/core/number-text.ts';
import { formatMoney, formatNumber, numberLanguage } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { shared } from './field.ts';
import type { FieldProps } from './field.ts';

export function TextField(
  props: FieldProps<string> & {
    readonly maxLength?: number;
    readonly code?: boolean;
    readonly autoComplete?: string;
  },
): ReactNode {
  return (
    <TextInput
      {...shared(props)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      autoComplete={props.autoComplete ?? 'off'}
      {...(props.maxLength ? { maxLength: props.maxLength } : {})}
      {...(props.code ? { classNames: { input: 'ops-code' } } : {})}
    />
  );
}

export function AreaField(
  props: FieldProps<string> & { readonly rows?: number; readonly maxLength?: number },
): ReactNode {
  return (
    <Textarea
      {...shared(props)}
      value={props.value}
      autosize
      minRows={props.rows ?? 2}
      maxRows={12}
      {...(props.maxLength ? { maxLength: props.maxLength } : {})}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

export function CheckField(props: FieldProps<boolean>): ReactNode {
  return (
    <Checkbox
      {...shared(props)}
      size="xs"
      checked={props.value}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

/**
 * A phone number: blank, or 10 or 11 characters after trimming. Spaces, hyphens and +91 are removed on paste.
 */
export function PhoneField(props: FieldProps<string>): ReactNode {
  const t = useFrame();
  const [touched, setTouched] = useState(false);
  const own = touched && !phoneIsValid(props.value) ? t('field.phone') : null;
  return (
    <TextInput
      {...shared({ ...props, error: props.error ?? own })}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      dir="ltr"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        const clean = cleanPhone(text);
        if (clean === text) return;
        event.preventDefault();
        props.onChange(clean);
      }}
      onBlur={() => {
        setTouched(true);
        props.onBlur?.();
      }}
    />
  );
}

/** The digits of a pasted number, without +91. */
export function cleanPhone(text: string): string {
  const digits = text.replace(/[^\d]/g, '');
  if (digits === '') return text.trim();
  return digits.length === 12 && digits.startsWith('91') ? digits.slice(2) : digits;
}

/** Parses a number typed as the language writes it; null when it is none or can be read in two ways. */
export function numberFromText(text: string, language = numberLanguage()): number | null {
  const found = plainNumber(text, language);
  return found === null || found === 'ambiguous' ? null : Number(found.plain);
}

/** Why a typed text is no number, as a key of the frame's translations. */
export const numberProblem = (text: string): 'field.number' | 'field.ambiguous' | null => {
  const found = plainNumber(text, numberLanguage());
  return found === null ? 'field.number' : found === 'ambiguous' ? 'field.ambiguous' : null;
};

export interface NumberFieldProps extends FieldProps<number | null> {
  readonly min?: number;
  readonly max?: number;
  readonly decimals?: number;
  /** The value is paise; input and display are rupees. */
  readonly money?: boolean;
}

/** A number, null when empty; the input is reformatted on blur only. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const t = useFrame();
  const { value, money = false, decimals = money ? 2 : 0 } = props;
  const scale = money ? 100 : 1;
  const show = (number: number | null): string =>
    number === null ? '' : money ? formatMoney(number).replace('₹', '') : formatNumber(number, decimals);
  const [typed, setTyped] = useState<string | null>(null);
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => setOwn(null), [value]);

  const read = (text: string): number | null => {
    const number = numberFromText(text);
    return number === null
      ? null
      : Math.round(number * scale * 10 ** (money ? 0 : decimals)) / 10 ** (money ? 0 : decimals);
  };
  const trouble = (text: string): string | null => {
    if (text.trim() === '') return null;
    const number = read(text);
    if (number === null) return t(numberProblem(text) ?? 'field.number');
    if (props.min !== undefined && number < props.min) return t('field.min', { min: show(props.min) });
    if (props.max !== undefined && number > props.max) return t('field.max', { max: show(props.max) });
    return null;
  };
  return (
    <TextInput
      {...shared({ ...props, error: props.error ?? own })}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      dir="ltr"
      classNames={{ input: 'ops-figures' }}
      {...(money ? { leftSection: '₹' } : {})}
      value={typed ?? show(value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (text.trim() === '') props.onChange(null);
        else {
          const number = read(text);
          if (number !== null) props.onChange(number);
        }
      }}
      onBlur={() => {
        if (typed !== null) {
          const text = trouble(typed);
          setOwn(text);
          if (text === null || read(typed) !== null) setTyped(null);
        }
        props.onBlur?.();
      }}
    />
  );
}
