import { ActionIcon, Button } from '@mantine/core';
import { Fragment, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Field } from '#shared/families/field.ts';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconPlus, IconTrash } from '../icons.ts';
import type { FieldInputProps } from './field-input.ts';
import { useFieldTranslations } from './translations.ts';

type Row = Readonly<Record<string, unknown>>;

export interface RowsFieldProps {
  readonly field: Field;
  readonly title: ReactNode;
  readonly value: readonly Row[];
  readonly onChange: (value: readonly Row[]) => void;
  readonly error: (path: string) => string | null;
  readonly fixed: boolean;
  /** The input for one field of one row. */
  readonly cell: FieldInputProps['cell'];
}

/** An ordered list of lines, each with its own fields. */
export function RowsField({ field, title, value, onChange, error, fixed, cell }: RowsFieldProps): ReactNode {
  const t = useFieldTranslations();
  const named = typeof title === 'string' ? title : '';
  const put = (at: number, name: string, next: unknown): void =>
    onChange(value.map((line, index) => (index === at ? { ...line, [name]: next } : line)));
  const moveTo = (at: number, to: number): void => {
    if (to === at || to < 0 || to >= value.length) return;
    const next = [...value];
    const [line] = next.splice(at, 1);
    next.splice(to, 0, line!);
    onChange(next);
  };
  const lines = useRef<HTMLFieldSetElement>(null);
  const [dragged, setDragged] = useState<{ readonly from: number; readonly over: number } | null>(null);
  // The focused handle moves with its line.
  const [held, setHeld] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (held !== null) lines.current?.querySelectorAll<HTMLElement>('.fi-row-handle')[held]?.focus();
    setHeld(null);
  }, [held]);
  const keyed = (event: KeyboardEvent, at: number): void => {
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : null;
    if (to === null) return;
    event.preventDefault();
    if (to < 0 || to >= value.length) return;
    moveTo(at, to);
    setHeld(to);
  };
  const blank = (): Row =>
    Object.fromEntries(
      (field.fields ?? []).flatMap((one) => (one.default === undefined ? [] : [[one.name, one.default]])),
    );
  const full = field.max !== undefined && value.length >= field.max;
  return (
    <fieldset ref={lines} className="fi-rows" disabled={fixed}>
      <legend>
        {title}
        {field.required && (
          <span aria-hidden="true" className="ops-tone-danger">
            {' '}
            *
          </span>
        )}{' '}
        <span className="ops-muted ops-figures">{value.length}</span>
      </legend>
      {error('') && (
        <p className="ma-problem ops-tone-danger" role="alert">
          {error('')}
        </p>
      )}
      {value.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no identity but their place
        <div
          key={at}
          className="fi-row"
          role="group"
          aria-label={t('line', { title: named, n: at + 1 })}
          data-dragged={dragged?.from === at || undefined}
          data-drop={
            dragged === null || dragged.over !== at || dragged.from === at
              ? undefined
              : dragged.from < at
                ? 'below'
                : 'above'
          }
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            if (dragged.over !== at) setDragged({ ...dragged, over: at });
          }}
          onDrop={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            moveTo(dragged.from, at);
            setDragged(null);
          }}
        >
          {!fixed && value.length > 1 && (
            <button
              type="button"
              className="fi-row-handle"
              draggable
              aria-label={t('lineMove', { n: at + 1 })}
              title={t('lineMove', { n: at + 1 })}
              onKeyDown={(event) => keyed(event, at)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', String(at + 1));
                const line = event.currentTarget.closest('.fi-row');
                if (line) event.dataTransfer.setDragImage(line, 12, 12);
                setDragged({ from: at, over: at });
              }}
              onDragEnd={() => setDragged(null)}
            >
              <IconGripVertical size={14} aria-hidden="true" />
            </button>
          )}
          <div className="fi-row-fields">
            {(field.fields ?? []).map((one) => (
              <Fragment key={one.name}>{cell?.(one, line, at, (next) => put(at, one.name, next))}</Fragment>
            ))}
          </div>
          {!fixed && (
            <span className="fi-row-tools">
              <ActionIcon
                size="sm"
                aria-label={t('lineUp', { n: at + 1 })}
                disabled={at === 0}
                onClick={() => moveTo(at, at - 1)}
              >
                <IconChevronUp size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('lineDown', { n: at + 1 })}
                disabled={at === value.length - 1}
                onClick={() => moveTo(at, at + 1)}
              >
                <IconChevronDown size={14} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('lineRemove', { n: at + 1 })}
                onClick={() => onChange(value.filter((_, index) => index !== at))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </span>
          )}
        </div>
      ))}
      {!fixed && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlus size={14} />}
          disabled={full}
          onClick={() => onChange([...value, blank()])}
        >
          {t('lineAdd')}
        </Button>
      )}
    </fieldset>
  );
}
