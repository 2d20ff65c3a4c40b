import { useState } from 'react';
import type { ReactNode } from 'react';
import { authorText } from '#shared/core/authors.ts';
import { showDay } from '#shared/core/day.ts';
import type { TemporaryDesignationRow } from '#shared/feeds/temporary-designations.ts';
import { nameOf } from '#web/families/master/columns.tsx';
import type { DetailsProps } from '#web/families/master/plug.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useDesignations } from '#web/parts/field/designations.ts';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useLanguage } from '#web/locales/translations.ts';
import { RequestDesignation } from './RequestDesignation.tsx';
import { addTemporaryTranslations, useTemporaryTranslations } from './translations.ts';
import './temporary.css';

addTemporaryTranslations();

/** Temporary designations of an employee: requested by a team lead or HR, approved by HR, cancelled. */
export function TemporaryDesignations({ def, row, speech, onChanged }: DetailsProps): ReactNode {
  const t = useTemporaryTranslations();
  const person = usePerson();
  const feed = useFeed<TemporaryDesignationRow & Row>('people/temporary-designations');
  const rows = useFeedRows(feed.rows).filter(({ empId }) => empId === row.id);
  const designations = useDesignations(rows.length > 0);
  const [requesting, setRequesting] = useState(false);
  const name = nameOf(def, row, speech);
  const mayRequest =
    hasRight(person, 'approvals/tlApproval:approve') || hasRight(person, 'Masters/rolemasterv2:edit');
  if (rows.length === 0 && !mayRequest) return null;
  const sorted = rows.toSorted((a, b) => a.from.localeCompare(b.from));
  return (
    <section className="em-temporary" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {rows.length === 0 && <p className="ops-muted">{t('none')}</p>}
      <ul>
        {sorted.map((one) => (
          <Temporary
            key={one.id}
            row={one}
            name={name}
            designation={
              designations.find(({ value }) => value === String(one.designationId))?.label ??
              `#${one.designationId}`
            }
            onChanged={onChanged}
          />
        ))}
      </ul>
      {mayRequest && row.iStatus === 1 && (
        <ActionButton label={t('request')} onClick={() => setRequesting(true)} />
      )}
      {requesting && <RequestDesignation empId={row.id} name={name} onClose={() => setRequesting(false)} />}
    </section>
  );
}

function Temporary({
  row,
  name,
  designation,
  onChanged,
}: Pick<DetailsProps, 'onChanged'> & {
  readonly row: TemporaryDesignationRow;
  readonly name: string;
  readonly designation: string;
}): ReactNode {
  const t = useTemporaryTranslations();
  const language = useLanguage();
  const person = usePerson();
  const [closing, setClosing] = useState<'reject' | 'cancel' | null>(null);
  const commands = {
    approve: useCommand('tempdesig', 'approve'),
    reject: useCommand('tempdesig', 'reject'),
    cancel: useCommand('tempdesig', 'cancel'),
  };
  const decides = hasRight(person, 'Masters/rolemasterv2:edit');
  const cancels = decides || row.requestedBy === person.empId;
  const own = row.requestedBy === person.empId || row.empId === person.empId ? t('own') : null;
  const send = async (command: keyof typeof commands, body: object): Promise<boolean> => {
    if (!(await commands[command].run(row.tempDesigId, body, { version: row.version }))) return false;
    toast({ text: t(`done.${command}`, { name }), tone: 'ok' });
    onChanged();
    return true;
  };
  const { failure } = commands.approve;
  return (
    <li>
      <span>
        {designation}{' '}
        <StatusWord tone={row.state === 'active' ? 'ok' : 'warn'}>{t(`state.${row.state}`)}</StatusWord>
      </span>
      <span className="ops-figures">{t('days', { from: showDay(row.from), to: showDay(row.to) })}</span>
      <span className="ops-muted">
        {t('by', { by: authorText(row.by, language) })} · {row.reason}
      </span>
      {failure && <InlineError failure={failure} onDismiss={commands.approve.dismiss} />}
      <span className="em-temporary-tools">
        {row.state === 'requested' && decides && (
          <>
            <ActionButton
              label={t('approve')}
              primary
              pending={commands.approve.pending}
              disabled={own}
              onClick={() => void send('approve', {})}
            />
            <ActionButton label={t('reject')} disabled={own} onClick={() => setClosing('reject')} />
          </>
        )}
        {cancels && <ActionButton label={t('cancel')} danger onClick={() => setClosing('cancel')} />}
      </span>
      {closing && (
        <ReasonDialog
          about={[`tempdesig.${closing}`, row.tempDesigId]}
          title={t(`${closing}Title`)}
          verb={t(closing)}
          danger
          sending={{ pending: commands[closing].pending, failure: commands[closing].failure }}
          send={(reason) => send(closing, { reason })}
          onClose={() => setClosing(null)}
        >
          {closing === 'cancel' && <p>{t('cancelText')}</p>}
        </ReasonDialog>
      )}
    </li>
  );
}
