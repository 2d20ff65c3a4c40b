import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import type { EntryFormProps } from './EntryForm.tsx';
import { useRxTranslations } from './translations.ts';
import { Workbench } from './Workbench.tsx';

type Take = 'first' | 'second';

/** The differences between two entries, side by side below the page; a third person decides each. */
export function Decide({ record, blocked, onChanged }: EntryFormProps): ReactNode {
  const t = useRxTranslations();
  const [chosen, setChosen] = useState<Readonly<Record<string, Take>>>({});
  const [active, setActive] = useState<number | null>(record.differences[0]?.no ?? null);
  const decide = useCommand('prescription', 'decideDifferences');
  const key = (no: number, field: string): string => `${no}.${field}`;
  const left = record.differences.filter(({ no, field }) => !chosen[key(no, field)]).length;
  const send = async (): Promise<void> => {
    const choices = record.differences.map(({ no, field }) => ({ no, field, take: chosen[key(no, field)] }));
    if (await decide.run(record.id, { choices })) onChanged();
  };
  const marks = (record.first?.lines ?? []).flatMap(({ no, region }) =>
    region ? [{ id: String(no), label: String(no), region }] : [],
  );
  return (
    <Workbench
      record={record}
      marks={marks}
      activeId={active === null ? null : String(active)}
      onPick={(id) => setActive(Number(id))}
    >
      <section className="rx-part" aria-label={t('decide')}>
        <h3>{t('decide')}</h3>
        <p className="ops-muted">{t('decideHint')}</p>
        <table className="rx-diff">
          <thead>
            <tr>
              <th scope="col">{t('lines')}</th>
              <th scope="col">{t('first')}</th>
              <th scope="col">{t('second')}</th>
            </tr>
          </thead>
          <tbody>
            {record.differences.map((one) => (
              <tr key={key(one.no, one.field)}>
                <th scope="row">
                  {t('line', { no: one.no })}, {t(`field.${one.field}`)}
                </th>
                {(['first', 'second'] as const).map((take) => (
                  <td key={take}>
                    <label
                      className="rx-choice"
                      data-chosen={chosen[key(one.no, one.field)] === take || undefined}
                    >
                      <input
                        type="radio"
                        name={key(one.no, one.field)}
                        checked={chosen[key(one.no, one.field)] === take}
                        onFocus={() => setActive(one.no)}
                        onChange={() => setChosen({ ...chosen, [key(one.no, one.field)]: take })}
                      />
                      <span>{one[take]}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {decide.failure && <InlineError failure={decide.failure} onDismiss={decide.dismiss} />}
      <ActionButton
        label={t('decideDone', { n: record.differences.length })}
        primary
        pending={decide.pending}
        disabled={blocked ?? (left > 0 ? t('decideLeft', { n: left }) : null)}
        onClick={() => void send()}
      />
    </Workbench>
  );
}
