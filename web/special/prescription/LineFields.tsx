import { ActionIcon, Button } from '@mantine/core';
import { useCallback, useRef } from 'react';
import type { ReactNode } from 'react';
import type { FoundDrugs } from '#shared/streams/prescriptions/lookups.ts';
import { drugForms, foods, routes, units } from '#shared/streams/prescriptions/prescription/content.ts';
import { readDose } from '#shared/streams/prescriptions/prescription/dose.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { CheckField, TextField } from '#web/parts/field/text-fields.tsx';
import { IconTrash } from '#web/parts/icons.ts';
import type { LineValues } from './entry-values.ts';
import { changedLine, computedQty } from './entry-values.ts';
import { drugValue, findDrugs } from './lookups.ts';
import { useRxTranslations } from './translations.ts';

export interface LineFieldsProps {
  readonly line: LineValues;
  readonly onChange: (line: LineValues) => void;
  readonly onRemove?: (() => void) | null;
  readonly onFocus?: () => void;
  /** Draws its place on the page; null where there is no page to draw on. */
  readonly onMark?: (() => void) | null;
  readonly marking?: boolean;
  readonly error?: { readonly field: string; readonly message: string } | null;
  /** The place is fixed and cannot be drawn: of a second entry. */
  readonly blind?: boolean;
}

/** One medicine as read from the page, with fields from left to right. */
export function LineFields({
  line,
  onChange,
  onRemove = null,
  onFocus,
  onMark = null,
  marking = false,
  error = null,
  blind = false,
}: LineFieldsProps): ReactNode {
  const t = useRxTranslations();
  const found = useRef<FoundDrugs>({ products: [], molecules: [] });
  const put = (part: Partial<LineValues>): void => onChange(changedLine(line, part));
  const wrong = (...fields: readonly string[]): string | null =>
    error && fields.includes(error.field) ? error.message : null;
  const find = useCallback(
    async (q: string, signal: AbortSignal): Promise<readonly Choice[]> => {
      const answer = await findDrugs(q, signal);
      found.current = answer;
      return [
        ...answer.products.map((one) => ({
          value: `p${one.productId}`,
          label:
            one.schedules.includes('H1') || one.schedules.includes('X')
              ? `${one.name} · ${one.schedules.join(' ')}`
              : one.name,
        })),
        ...answer.molecules.map((one) => ({
          value: `m${one.moleculeId}`,
          label: `${one.inn} · ${t('molecule')}`,
        })),
      ];
    },
    [t],
  );
  const choose = (choice: Choice | null): void => {
    const product = found.current.products.find(({ productId }) => choice?.value === `p${productId}`);
    const molecule = found.current.molecules.find(({ moleculeId }) => choice?.value === `m${moleculeId}`);
    if (product)
      return put({
        productId: product.productId,
        moleculeId: null,
        drugName: product.name,
        drugForm: product.form,
        strength: '',
        unit: null,
        form: null,
      });
    if (molecule)
      return put({
        productId: null,
        moleculeId: molecule.moleculeId,
        drugName: molecule.inn,
        drugForm: '',
        unit: 'mg',
        form: 'TAB',
      });
    return put({ productId: null, moleculeId: null, drugName: '', drugForm: '' });
  };
  const value = drugValue(line.productId, line.moleculeId);
  const computed = computedQty(line);
  const other = computed !== '' && line.qty !== '' && line.qty !== computed;
  const choices = (values: readonly string[], of: string): Choice[] =>
    values.map((one) => ({ value: one, label: t(`${of}.${one}`) }));
  return (
    <fieldset className="rx-line" data-marking={marking || undefined} onFocus={onFocus}>
      <legend>
        {t('line', { no: line.no })}
        {onMark && (
          <Button
            size="compact-xs"
            variant={marking ? 'filled' : line.region ? 'light' : 'default'}
            onClick={onMark}
          >
            {marking ? t('markStop') : line.region ? t('marked', { page: line.region.page }) : t('mark')}
          </Button>
        )}
        {onRemove && (
          <ActionIcon size="sm" aria-label={t('removeLine', { no: line.no })} onClick={onRemove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </legend>
      <div className="rx-line-drug">
        <TextField
          label={t('written')}
          value={line.written}
          required
          maxLength={200}
          error={wrong('written')}
          onChange={(written) => put({ written })}
        />
        <LookupField
          key={value ?? 'none'}
          label={t('drug')}
          placeholder={t('drugHint')}
          value={value === null ? null : { value, label: line.drugName }}
          required
          find={find}
          error={wrong('productId', 'moleculeId')}
          onChange={choose}
        />
      </div>
      {line.moleculeId !== null && (
        <div className="rx-line-dose">
          <TextField
            label={t('strength')}
            value={line.strength}
            required
            error={wrong('strength')}
            onChange={(strength) => put({ strength })}
          />
          <SelectField
            label={t('unit')}
            value={line.unit}
            required
            choices={units.map((one) => ({ value: one, label: one }))}
            onChange={(unit) => put({ unit: units.find((one) => one === unit) ?? null })}
          />
          <SelectField
            label={t('form')}
            value={line.form}
            required
            choices={drugForms.map((one) => ({ value: one, label: one }))}
            onChange={(form) => put({ form })}
          />
        </div>
      )}
      <div className="rx-line-dose">
        <TextField
          label={t('dose')}
          placeholder="1-0-1"
          value={line.dose}
          required
          code
          error={wrong('dose') ?? (line.dose !== '' && !readDose(line.dose) ? t('doseWrong') : null)}
          onChange={(dose) => put({ dose })}
        />
        <TextField
          label={t('days')}
          value={line.days}
          required
          code
          maxLength={3}
          error={wrong('days')}
          onChange={(days) => put({ days: days.replace(/\D/g, '') })}
        />
        <TextField
          label={t('qty')}
          value={line.qty}
          required
          code
          maxLength={4}
          error={wrong('qty')}
          onChange={(qty) => put({ qty: qty.replace(/\D/g, '') })}
        />
        <SelectField
          label={t('route')}
          value={line.route}
          required
          choices={choices(routes, 'route')}
          onChange={(route) => put({ route: routes.find((one) => one === route) ?? 'oral' })}
        />
        <SelectField
          label={t('food')}
          value={line.food}
          required
          choices={choices(foods, 'food')}
          onChange={(food) => put({ food: foods.find((one) => one === food) ?? 'any' })}
        />
      </div>
      {other && (
        <TextField
          label={t('qtyReason')}
          hint={t('qtyComputed', { n: computed })}
          value={line.qtyReason}
          required
          maxLength={200}
          error={wrong('qtyReason')}
          onChange={(qtyReason) => put({ qtyReason })}
        />
      )}
      {!blind && (
        <CheckField label={t('unsure')} value={line.unsure} onChange={(unsure) => put({ unsure })} />
      )}
      {error && error.field === 'region' && <p className="rx-wrong ops-tone-danger">{error.message}</p>}
    </fieldset>
  );
}
