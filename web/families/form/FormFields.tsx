import { Button, TagsInput } from '@mantine/core';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Pill.css';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { FormDef, FormField, FormStep } from '#shared/families/form.ts';
import { usePerson } from '#web/live/person.ts';
import { Field } from '#web/parts/field/Field.tsx';
import { IconPlus, IconTrash } from '#web/parts/icons.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useLanguage, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { DocumentsField } from './DocumentsField.tsx';
import type { Kept } from './DocumentsField.tsx';
import type { Problems } from './check.ts';
import { useFormTranslations } from './translations.ts';

export interface FieldsProps {
  readonly def: FormDef;
  readonly step: FormStep;
  readonly problems: Problems;
  readonly get: (path: string) => unknown;
  readonly put: (path: string, value: unknown) => void;
  readonly onLeave: (path: string) => void;
  /** Already exists on the server. */
  readonly begun: boolean;
  readonly languages: readonly string[];
}

/** The fields of one step; those of a list in one card per entry. */
export function FormFields(props: FieldsProps): ReactNode {
  const { step, get } = props;
  if (!step.list)
    return (
      <div className="fo-fields">
        {step.fields.map((field) => (
          <One key={field.name} {...props} field={field} path={field.name} />
        ))}
      </div>
    );
  return (
    <Entries
      {...props}
      list={step.list}
      entries={(get(step.list.path) as readonly unknown[] | undefined) ?? []}
    />
  );
}

function Entries(
  props: FieldsProps & { list: NonNullable<FormStep['list']>; entries: readonly unknown[] },
): ReactNode {
  const { def, step, list, entries, put } = props;
  const t = useFormTranslations();
  const own = useTranslations(def.name).t;
  const singular = step.list!.path.replace(/s$/, '').replace(/^./, (first) => first.toUpperCase());
  const translate = (key: string, otherwise: string): string => (own(key) === key ? otherwise : own(key));
  const empty = (def.empty as Record<string, readonly unknown[]>)[list.path]?.[0] ?? {};
  return (
    <div className="fo-entries">
      {entries.map((_entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no other identity than their place
        <fieldset key={index} className="fo-entry">
          <legend>{own(`entry.${list.path}`, { n: index + 1 })}</legend>
          {entries.length > list.min && (
            <Button
              className="fo-remove"
              size="compact-xs"
              variant="subtle"
              color="danger"
              leftSection={<IconTrash size={14} />}
              onClick={() =>
                put(
                  list.path,
                  entries.filter((_one, at) => at !== index),
                )
              }
            >
              {translate(`action.remove${singular}`, t('removeTag', { name: String(index + 1) }))}
            </Button>
          )}
          <div className="fo-fields">
            {step.fields.map((field) => (
              <One key={field.name} {...props} field={field} path={`${list.path}.${index}.${field.name}`} />
            ))}
          </div>
        </fieldset>
      ))}
      {entries.length < list.max && (
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => put(list.path, [...entries, empty])}
        >
          {translate(`action.add${singular}`, t('add'))}
        </Button>
      )}
    </div>
  );
}

interface OneProps extends FieldsProps {
  readonly field: FormField;
  readonly path: string;
}

const option = (own: Translate, field: FormField, value: string): string =>
  own(`option.${field.name.split('.').at(-1) ?? ''}.${value}`);

function One({ def, field, path, problems, get, put, onLeave, begun, languages }: OneProps): ReactNode {
  const t = useFormTranslations();
  const own = useTranslations(def.name).t;
  const spoken = useLanguage();
  const person = usePerson();
  const value = get(path);
  const text = value === null || value === undefined ? '' : String(value);
  const fixed = begun && (def.keep?.fixed?.includes(path) ?? false);
  const shared = {
    name: path,
    label: own(`field.${field.name}`),
    required: field.required ?? false,
    error: problems[path] ?? null,
    onBlur: () => onLeave(path),
    ...(fixed ? { disabled: true } : {}),
  };
  const put_ = (next: unknown): void => put(path, next);
  const control = ((): ReactNode => {
    switch (field.kind) {
      case 'paragraph':
        return (
          <Field
            kind="paragraph"
            {...shared}
            value={text}
            onChange={put_}
            {...(field.max ? { maxLength: field.max } : {})}
          />
        );
      case 'phone':
        return <Field kind="phone" {...shared} value={text} onChange={put_} />;
      case 'date':
        return (
          <Field
            kind="date"
            {...shared}
            value={text === '' ? null : text}
            onChange={(day) => put_(day ?? '')}
            max={businessDay(serverClock.now())}
          />
        );
      case 'number':
        return (
          <Field kind="number" {...shared} value={typeof value === 'number' ? value : null} onChange={put_} />
        );
      case 'choice':
        return (
          <Field
            kind="choice"
            {...shared}
            value={text === '' ? null : text}
            onChange={(next) => put_(next ?? '')}
            choices={(field.options ?? []).map((one) => ({ value: one, label: option(own, field, one) }))}
          />
        );
      case 'yesNo':
        return <Field kind="yesNo" {...shared} value={value === true} onChange={put_} />;
      case 'place':
        return (
          <Field
            kind="choice"
            {...shared}
            value={text === '' ? null : text}
            onChange={(next) => put_(next === null ? null : Number(next))}
            choices={person.poos.map(({ id, name, city }) => ({
              value: String(id),
              label: `${name}, ${city}`,
            }))}
          />
        );
      case 'language': {
        const names = new Intl.DisplayNames([spoken], { type: 'language' });
        return (
          <Field
            kind="choice"
            {...shared}
            value={text === '' ? null : text}
            onChange={(next) => put_(next ?? '')}
            choices={languages.map((code) => ({
              value: code,
              label: (names.of(code) ?? code).replace(/^./u, (first) => first.toUpperCase()),
            }))}
          />
        );
      }
      case 'tags':
        return (
          <TagsInput
            label={shared.label}
            name={path}
            error={shared.error}
            value={[...((value as readonly string[] | undefined) ?? [])]}
            onChange={put_}
            onBlur={shared.onBlur}
            placeholder={t('addTag')}
            maxTags={field.max ?? 20}
            acceptValueOnBlur
            clearButtonProps={{ tabIndex: -1 }}
          />
        );
      case 'files':
        return (
          <DocumentsField
            {...shared}
            value={(value as readonly Kept[] | undefined) ?? []}
            onChange={put_}
            most={field.max ?? 20}
            kinds={field.options ?? []}
            translate={(kind) => option(own, field, kind)}
          />
        );
      default:
        return (
          <Field
            kind="text"
            {...shared}
            value={text}
            onChange={put_}
            {...(field.max ? { maxLength: field.max } : {})}
          />
        );
    }
  })();
  return (
    <div className="fo-one" data-kind={field.kind} data-path={path} {...(fixed ? { title: t('fixed') } : {})}>
      {control}
    </div>
  );
}
