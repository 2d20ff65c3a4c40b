import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import type { FieldConflict } from '#shared/core/merge-fields.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import type { Speech } from './columns.tsx';
import { fieldText } from './value-text.ts';

export interface ConflictDialogProps {
  readonly fields: readonly MasterField[];
  /** Before a field's name in its label's key: fields of a command have labels of their own. */
  readonly prefix?: string;
  readonly conflicts: readonly FieldConflict[];
  readonly labels: Labels;
  readonly speech: Speech;
  readonly pending: boolean;
  readonly onSettle: (mine: readonly string[]) => void;
  readonly onClose: () => void;
}

/**
 * Two people changed the same fields: shows both values with author and time; all other fields are merged
 * already.
 */
export function ConflictDialog({
  fields,
  prefix = '',
  conflicts,
  labels,
  speech,
  pending,
  onSettle,
  onClose,
}: ConflictDialogProps): ReactNode {
  const { t, own } = speech;
  const [mine, setMine] = useState<Readonly<Record<string, boolean>>>({});
  const undecided = conflicts.filter(({ field }) => mine[field] === undefined).length;
  const all = (value: boolean): void =>
    setMine(Object.fromEntries(conflicts.map(({ field }) => [field, value])));
  const text = (name: string, value: unknown): string => {
    const field = fields.find((one) => one.name === name);
    return (field ? fieldText(field, value, { ...speech, labels }) : String(value ?? '')) || t('blank');
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep
      width={640}
      title={t('conflictTitle')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('conflictBack')}
          </Button>
          <Button
            loading={pending}
            disabled={undecided > 0}
            onClick={() => onSettle(conflicts.filter(({ field }) => mine[field]).map(({ field }) => field))}
          >
            {t('conflictSave')}
          </Button>
        </>
      }
    >
      <p className="ma-plain">{t('conflictText')}</p>
      <div className="ma-bar-row">
        <Button size="compact-xs" variant="default" onClick={() => all(true)}>
          {t('conflictAllMine')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => all(false)}>
          {t('conflictAllTheirs')}
        </Button>
      </div>
      {conflicts.map((one) => (
        <Radio.Group
          key={one.field}
          className="ma-conflict"
          label={own(`field.${prefix}${one.field}`)}
          value={mine[one.field] === undefined ? null : mine[one.field] ? 'mine' : 'theirs'}
          onChange={(value) => setMine({ ...mine, [one.field]: value === 'mine' })}
        >
          <div className="ma-sides">
            <Radio
              size="xs"
              value="mine"
              label={
                <span>
                  <span className="ops-muted">{t('conflictMine')}</span>
                  <br />
                  <strong>{text(one.field, one.mine)}</strong>
                </span>
              }
            />
            <Radio
              size="xs"
              value="theirs"
              label={
                <span>
                  <span className="ops-muted">
                    {t('conflictTheirs', { name: speech.author(one.by), time: formatInstant(one.at) })}
                  </span>
                  <br />
                  <strong>{text(one.field, one.theirs)}</strong>
                </span>
              }
            />
          </div>
        </Radio.Group>
      ))}
    </Dialog>
  );
}
