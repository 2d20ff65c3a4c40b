import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormDef, FormField, FormStep } from '#shared/families/form.ts';
import { FieldInput } from '#web/parts/field/FieldInput.tsx';
import { IconPlus, IconTrash } from '#web/parts/icons.ts';
import { useTranslations } from '#web/locales/translations.ts';
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

/** Kinds whose blank value is null. */
const countedKinds: readonly FormField['kind'][] = [
  'number',
  'decimal',
  'money',
  'percent',
  'place',
  'employee',
  'reference',
];

interface OneProps extends FieldsProps {
  readonly field: FormField;
  readonly path: string;
}

function One({ def, field, path, problems, get, put, onLeave, begun }: OneProps): ReactNode {
  const t = useFormTranslations();
  const own = useTranslations(def.name).t;
  const fixed = begun && (def.keep?.fixed?.includes(path) ?? false);
  return (
    <div className="fo-one" data-kind={field.kind} data-path={path} {...(fixed ? { title: t('fixed') } : {})}>
      <FieldInput
        field={field}
        name={path}
        label={own(`field.${field.name}`)}
        value={get(path)}
        // A form's texts are blank, never null.
        onChange={(next) => put(path, next === null && !countedKinds.includes(field.kind) ? '' : next)}
        error={problems[path] ?? null}
        option={(value) => own(`option.${field.name.split('.').at(-1) ?? ''}.${value}`)}
        onBlur={() => onLeave(path)}
        {...(fixed ? { disabled: true } : {})}
      />
    </div>
  );
}
