import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import type { FieldConflict } from '#shared/streams/masters/changes.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { formatInstant } from '#web/words/formats.ts';
import type { Speech } from './columns.tsx';
import { fieldText } from './value-text.ts';

export interface ConflictDialogProps {
  readonly def: MasterDef;
  readonly conflicts: readonly FieldConflict[];
  readonly base: Fields;
  readonly labels: Labels;
  readonly speech: Speech;
  readonly pending: boolean;
  readonly onSettle: (mine: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Two people changed the same fields: both values side by side, with author and time; every other field is merged already. */
export function ConflictDialog({ def, conflicts, labels, speech, pending, onSettle, onClose }: ConflictDialogProps): ReactNode {
  const { t, own } = speech;
  const [mine, setMine] = useState<Readonly<Record<string, boolean>>>({});
  const undecided = conflicts.filter(({ field }) => mine[field] === undefined).length;
  const all = (value: boolean): void => setMine(Object.fromEntries(conflicts.map(({ field }) => [field, value])));
  const text = (name: string, value: unknown): string => {
    const field = def.fields.find((one) => one.name === name);
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
          <Button loading={pending} disabled={undecided > 0} onClick={() => onSettle(conflicts.filter(({ field }) => mine[field]).map(({ field }) => field))}>
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
          label={own(`field.${one.field}`)}
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
                  <span className="ops-muted">{t('conflictTheirs', { name: speech.author(one.by), time: formatInstant(one.at) })}</span>
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
