import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { businessDay } from '#shared/core/day.ts';
import { reference } from '#shared/core/reference.ts';
import type { DocumentLine } from '#shared/masters/customer/documents.ts';
import type { DetailsProps } from '#web/families/master/plug.ts';
import { CommandDialog } from '#web/families/master/CommandFields.tsx';
import { isUrgent, labelText } from '#web/families/master/value-text.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { FilePreview } from '#web/parts/FilePreview.tsx';
import { IconFile, IconPhoto, IconPlus } from '#web/parts/icons.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatDate } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { TakeBack } from './TakeBack.tsx';
import { Verdict } from './Verdict.tsx';
import { useCustomerTranslations } from './translations.ts';
import './documents.css';

const tones: Readonly<Record<DocumentLine['stands'], Tone>> = {
  unchecked: 'warn',
  accepted: 'ok',
  refused: 'danger',
};
const dayMs = 86_400_000;

/**
 * A customer's documents. A duplicate's were moved to the surviving record, so here they would be outdated.
 */
export function CustomerDocuments(props: DetailsProps): ReactNode {
  const t = useCustomerTranslations();
  const { mergedInto } = props.row;
  if (mergedInto === null) return <Papers {...props} />;
  return (
    <section>
      <h3>{t('documents')}</h3>
      <p className="ma-plain">
        {t('documentsMoved')}{' '}
        <Link to={`/${props.def.route}?row=${mergedInto}`}>{reference('CU', mergedInto)}</Link>
      </p>
    </section>
  );
}

/** Documents are uploaded here, opened, and verified by a second person. */
function Papers({ def, row, labels, speech, onChanged }: DetailsProps): ReactNode {
  const t = useCustomerTranslations();
  const person = usePerson();
  // Kept while the dialog closes, so that its title stays until the end even if the document was removed.
  const [chosen, choose] = useState<DocumentLine | null>(null);
  const [open, setOpen] = useState(false);
  const [adding, setAdding] = useState(false);
  const lines = (row.fields.documents as readonly DocumentLine[] | undefined) ?? [];
  const now = lines.find(({ no }) => no === chosen?.no);
  const shown = now ?? chosen;
  const add = def.commands!.find(({ name }) => name === 'addDocument')!;
  const mayChange = hasRight(person, add.need);
  const may = mayChange && add.when!(row);
  const what = ({ documentId, kind }: DocumentLine): string =>
    documentId
      ? labelText('customerDocument', documentId, { ...speech, labels })
      : speech.own(`option.documents.kind.${kind}`);
  const done = (text: string, tone: 'ok' | 'info'): void => {
    setOpen(false);
    toast({ text, tone });
    onChanged();
  };
  return (
    <section>
      <h3 className="cu-head">
        {t('documents')} <span className="ops-muted ops-figures">{lines.length}</span>
        {may && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setAdding(true)}
          >
            {speech.own('action.addDocument')}
          </Button>
        )}
      </h3>
      {lines.length === 0 ? (
        <p className="ops-muted ma-plain">{t('documentsNone')}</p>
      ) : (
        <ul className="cu-docs" aria-label={t('documents')}>
          {lines.map((line) => (
            <Paper
              key={line.no}
              line={line}
              what={what(line)}
              {...{ def, labels, speech }}
              onOpen={() => (choose(line), setOpen(true))}
            />
          ))}
        </ul>
      )}
      <Dialog
        open={open && now !== undefined}
        onClose={() => setOpen(false)}
        title={shown ? `${what(shown)} · ${shown.name}` : ''}
        width={820}
      >
        {shown && <FilePreview key={shown.fileId} file={shown} through={`customer-${row.id}`} />}
        {shown?.stands === 'unchecked' && may && (
          <Verdict
            key={shown.no}
            customerId={row.id}
            line={shown}
            onDone={(accepted) =>
              done(t(accepted ? 'accepted' : 'refused', { name: what(shown) }), accepted ? 'ok' : 'info')
            }
          />
        )}
        {shown && mayChange && (
          <TakeBack
            key={`back ${shown.no}`}
            customerId={row.id}
            line={shown}
            onDone={() => done(t('takenBack', { name: what(shown) }), 'info')}
          />
        )}
      </Dialog>
      {adding && (
        <CommandDialog
          def={def}
          command={add}
          row={row}
          labels={labels}
          speech={speech}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            toast({
              text: speech.t('didIt', {
                what: speech.own('action.addDocument'),
                name: String(row.fields.vName),
              }),
              tone: 'ok',
            });
            onChanged();
          }}
        />
      )}
    </section>
  );
}

/** One document: kind, status and expiry. */
function Paper({
  line,
  what,
  def,
  labels,
  speech,
  onOpen,
}: { line: DocumentLine; what: string; onOpen: () => void } & Pick<
  DetailsProps,
  'def' | 'labels' | 'speech'
>): ReactNode {
  const t = useCustomerTranslations();
  const Icon = line.mime === 'application/pdf' ? IconFile : IconPhoto;
  const named = (id: number): string => labelText('employee', id, { ...speech, labels });
  return (
    <li className="cu-doc">
      <button
        type="button"
        className="cu-open"
        title={t('openDocument', { name: line.name })}
        onClick={onOpen}
      >
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span>
          <b>{what}</b> <span className="ops-muted">{line.name}</span>
        </span>
      </button>
      <p className="cu-line">
        <StatusWord tone={tones[line.stands]}>
          {speech.own(`option.documents.stands.${line.stands}`)}
        </StatusWord>
        {line.by !== undefined && (
          <span className="ops-muted">
            {t('checkedBy', { name: named(line.by), day: formatDate(line.on!), time: line.at })}
          </span>
        )}
        {line.reason !== undefined && <span>{line.reason}</span>}
      </p>
      {line.expiresOn !== undefined && <Expiry def={def} day={line.expiresOn} />}
      <p className="cu-line ops-muted">
        {line.addedBy === undefined
          ? t('signup')
          : t('addedBy', { name: named(line.addedBy), day: formatDate(line.addedOn!) })}
      </p>
    </li>
  );
}

/** Expiry of a document; an expired or soon expiring one is marked with a word. */
function Expiry({ def, day }: Pick<DetailsProps, 'def'> & { day: string }): ReactNode {
  const t = useCustomerTranslations();
  const now = serverClock.now();
  const field = def.fields
    .find(({ name }) => name === 'documents')!
    .fields!.find(({ name }) => name === 'expiresOn');
  const left = Math.round((Date.parse(day) - Date.parse(businessDay(now))) / dayMs);
  return (
    <p className="cu-line">
      <span>{t('validUntil', { day: formatDate(day) })}</span>
      {isUrgent(field, day, now) && (
        <StatusWord soft tone={left < 0 ? 'danger' : 'warn'}>
          {left < 0 ? t('over') : t('left', { count: left })}
        </StatusWord>
      )}
    </p>
  );
}
