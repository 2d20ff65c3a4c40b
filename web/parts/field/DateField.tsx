import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/es.js';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { IconCalendar } from '../icons.ts';
import { dayFromText, dayTrouble } from './date-text.ts';
import type { DayRule } from './date-text.ts';
import { shared } from './field.ts';
import type { FieldProps } from './field.ts';

export type DateFieldProps = FieldProps<string | null> & DayRule;

/** A business day `YYYY-MM-DD`, typed or picked; Sundays are refused either way, with a message. */
export function DateField(props: DateFieldProps): ReactNode {
  const t = useFrame();
  const language = useLanguage();
  const [own, setOwn] = useState<string | null>(null);
  const translate = (text: string): string | null => {
    const day = dayFromText(text);
    if (text.trim() === '') return null;
    if (!day) return t('field.date');
    const trouble = dayTrouble(day, props);
    return trouble
      ? t(`field.${trouble}`, { date: showDay((trouble === 'dateBefore' ? props.min : props.max) ?? '') })
      : null;
  };
  return (
    <DateInput
      {...shared({ ...props, error: props.error ?? own })}
      value={props.value}
      valueFormat="DD-MM-YYYY"
      placeholder={props.placeholder ?? t('field.datePlaceholder')}
      locale={language}
      firstDayOfWeek={1}
      weekendDays={props.noSunday ? [0] : []}
      leftSection={<IconCalendar size={14} aria-hidden="true" />}
      leftSectionPointerEvents="none"
      popoverProps={{ withinPortal: true }}
      previousLabel={t('field.previousMonth')}
      nextLabel={t('field.nextMonth')}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': t('clear') }}
      allowDeselect={false}
      excludeDate={(day) => dayTrouble(day, props) !== null}
      {...(props.min ? { minDate: props.min } : {})}
      {...(props.max ? { maxDate: props.max } : {})}
      dateParser={(text) => {
        const day = dayFromText(text);
        return day && dayTrouble(day, props) === null ? day : null;
      }}
      onInput={(event) =>
        setOwn(
          (event.target as HTMLInputElement).value.length >= 8
            ? translate((event.target as HTMLInputElement).value)
            : null,
        )
      }
      onChange={(value) => {
        if (value) setOwn(null);
        props.onChange(value);
      }}
      onBlur={(event) => {
        setOwn(translate(event.target.value));
        props.onBlur?.();
      }}
    />
  );
}
