import { Button, Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { usePresence } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age, Countdown } from '#web/parts/Age.tsx';
import { copyText } from '#web/parts/copy.ts';
import { IconDots } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { PartBoundary } from '#web/parts/PartBoundary.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatInstant, formatSeconds } from '#web/locales/formats.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { mainColumn } from './columns.ts';
import { filterValue as named, member } from './filters.ts';
import { OwnDetails } from './OwnDetails.tsx';
import { Looking } from './HolderCell.tsx';
import type { Offered } from './offer.ts';
import { useNames } from './places.ts';
import { subjectPanel } from './subject.ts';
import type { Trouble } from './use-commands.ts';
import type { Answered } from './use-work.ts';
import { useQueueTranslations } from './translations.ts';

export interface QueuePanelProps {
  readonly def: QueueDef;
  readonly row: QueueRow;
  readonly empId: number;
  /** The live feed; null when viewing the past. */
  readonly feed: string | null;
  /** Why the row left, as text; null while it is there. */
  readonly left: string | null;
  readonly blocked: string | null;
  readonly offered: readonly Offered[];
  readonly pending: string | null;
  readonly trouble: Trouble | null;
  readonly answered: Answered | null;
  readonly onAct: (offered: Offered) => void;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
  readonly onClose: () => void;
}

/** One row beside the list: what it is, why it is here, the subject itself, and available actions. */
export function QueuePanel(props: QueuePanelProps): ReactNode {
  const { def, row, empId, feed, left, blocked, offered, trouble, answered } = props;
  const t = useQueueTranslations();
  const frame = useFrame();
  const own = useTranslations(def.name).t;
  const [unsaved, setUnsaved] = useState(false);
  const [wide, setWide] = useState(false);
  usePresence(feed ?? '', feed ? row.id : null, unsaved ? 'editing' : 'viewing');
  const Body = subjectPanel(def.subject);
  const mine = row.holder?.empId === empId;
  const main = mainColumn(def);
  const gone = left !== null;
  const act = (name: string): void => {
    const found = offered.find(({ action }) => action.name === name);
    if (found && !found.off && !gone) props.onAct(found);
  };
  return (
    <Panel
      width={460}
      wide={wide || (def.wide ?? false)}
      talk={{ stream: `${def.subject}-${row.id}`, title: row.ref }}
      streams={[`${def.subject}-${row.id}`, `queueitem-${def.name}-${row.id}`]}
      title={
        <>
          <button
            type="button"
            className="qu-ref ops-code"
            title={frame('copy')}
            onClick={() =>
              void copyText(row.ref).then(
                (done) => done && toast({ text: `${row.ref} · ${frame('copied')}` }),
              )
            }
          >
            {row.ref}
          </button>{' '}
          {main && named(member(row, main.name))}
        </>
      }
      aside={
        <>
          {unsaved && (
            <StatusWord tone="warn" soft>
              {frame('unsaved')}
            </StatusWord>
          )}
          {def.lease ? (
            <StatusWord tone={mine ? 'accent' : row.holder ? 'info' : 'muted'} soft>
              {own(`state.${row.state}`)}
            </StatusWord>
          ) : (
            row.stage && (
              <StatusWord tone={def.tones[row.stage] ?? 'muted'} soft>
                {own(`stage.${row.stage}`)}
              </StatusWord>
            )
          )}
        </>
      }
      onClose={props.onClose}
      foot={!gone && <Foot {...props} />}
    >
      <div className="qu-panel">
        {gone && (
          <p className="qu-gone" role="status">
            {left ? t('panelLeft', { why: left }) : t('panelLeftPlain')}{' '}
            <span className="ops-muted">{t('panelStays')}</span>
          </p>
        )}
        {trouble && trouble.row.id === row.id && (
          <InlineError
            failure={
              trouble.failure.code === 'versionConflict'
                ? {
                    message: t('conflict', { message: trouble.failure.message }),
                    correlationId: trouble.failure.correlationId,
                    again: false,
                  }
                : trouble.failure
            }
            onDismiss={props.onDismiss}
            {...(trouble.failure.again ? { onRetry: props.onRetry } : {})}
          />
        )}
        <RowDetails def={def} row={row} empId={empId} feed={feed} answered={answered} />
        <Answers def={def} row={row} answered={answered} />
        {def.panel && (
          <section className="qu-facts" aria-label={own('title')}>
            <OwnDetails def={def} row={row} at={null} />
          </section>
        )}
        {Body && (
          <PartBoundary of={row.id}>
            <Suspense fallback={<Skeleton rows={8} />}>
              <Body
                key={row.id}
                def={def}
                row={row}
                working={mine && row.state === 'working' && !gone}
                blocked={gone ? t('off.gone') : blocked}
                onUnsaved={setUnsaved}
                onWide={setWide}
                act={act}
                answered={answered?.id === row.id ? answered : null}
              />
            </Suspense>
          </PartBoundary>
        )}
      </div>
    </Panel>
  );
}

function RowDetails({
  def,
  row,
  empId,
  feed,
  answered,
}: Pick<QueuePanelProps, 'def' | 'row' | 'empId' | 'feed' | 'answered'>): ReactNode {
  const t = useQueueTranslations();
  const own = useTranslations(def.name).t;
  const { place, language } = useNames();
  const author = def.columns.find(({ kind }) => kind === 'person');
  const name = author ? (member(row, author.name) as { name?: string } | null)?.name : undefined;
  const until =
    answered?.id === row.id &&
    answered.action === 'claim' &&
    row.state === 'claimed' &&
    row.holder?.empId === empId
      ? String(answered.answer['until'] ?? '')
      : '';
  return (
    <section className="qu-facts" aria-label={t('why')}>
      <p className="qu-why">{own(row.why, { ...row, name: name ?? '' })}</p>
      {row.lapsed && <p className="qu-why ops-muted">{t('lapsed', { name: row.lapsed })}</p>}
      <dl>
        <div>
          <dt>{t('due')}</dt>
          <dd>
            {row.breachAt ? (
              <>
                <Countdown until={row.breachAt} warnAt={row.warnAt} />{' '}
                <span className="ops-muted ops-figures">{formatInstant(row.breachAt)}</span>
              </>
            ) : (
              '–'
            )}
          </dd>
        </div>
        <div>
          <dt>{t('entered')}</dt>
          <dd>
            <Age at={row.enteredAt} />{' '}
            <span className="ops-muted ops-figures">{formatInstant(row.enteredAt)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('where')}</dt>
          <dd>
            {row.pooId === null ? '–' : place(row.pooId)}
            {row.language && <span className="ops-muted"> · {language(row.language)}</span>}
          </dd>
        </div>
        {def.lease && (
          <div>
            <dt>{t('held')}</dt>
            <dd>
              {row.holder ? (
                <>
                  {row.holder.empId === empId ? t('you') : row.holder.name}{' '}
                  <span className="ops-muted ops-figures">
                    {t('since', { time: formatSeconds(row.holder.since) })}
                  </span>
                </>
              ) : (
                t('nobody')
              )}
              {row.parkedUntil && (
                <span className="ops-muted"> · {t('until', { time: formatInstant(row.parkedUntil) })}</span>
              )}
              {feed && (
                <>
                  {' '}
                  <Looking feed={feed} id={row.id} me={empId} translations />
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
      {until !== '' && (
        <p className="qu-begin ops-tone-warn">
          {t('beginSoon', { time: formatSeconds(until) })} <Countdown until={until} />
        </p>
      )}
    </section>
  );
}

/** The answer of the last command on this row, shown only to its sender. */
function Answers({ def, row, answered }: Pick<QueuePanelProps, 'def' | 'row' | 'answered'>): ReactNode {
  const own = useTranslations(def.name).t;
  const shows =
    answered?.id === row.id ? (def.actions.find(({ name }) => name === answered.action)?.shows ?? []) : [];
  return shows.map(({ name }) => {
    const value = answered?.answer[name];
    return typeof value === 'string' ? (
      <p key={name} className="qu-answer" role="status">
        {own(`answer.${name}`)}{' '}
        <a className="ops-figures" href={`tel:${value}`}>
          {value}
        </a>
      </p>
    ) : null;
  });
}

/**
 * The main action first and filled, frequent ones beside it, the rest behind one button; each with its key.
 */
function Foot({ def, offered, pending, onAct }: QueuePanelProps): ReactNode {
  const t = useQueueTranslations();
  const own = useTranslations(def.name).t;
  const primary = offered.filter(({ action }) => action.primary);
  const others = offered.filter(({ action }) => !action.primary);
  const few = others.length > 2 ? 2 : others.length;
  const shown = others.slice(0, few);
  const more = others.slice(few);
  const button = (one: Offered): ReactNode => (
    <ActionButton
      key={one.action.name}
      label={own(`action.${one.action.name}`)}
      {...(one.action.key ? { keys: one.action.key } : {})}
      primary={one.action.primary ?? false}
      danger={one.action.danger ?? false}
      pending={pending === one.action.name}
      disabled={one.off ?? (pending !== null && pending !== one.action.name ? t('off.busy') : null)}
      onClick={() => onAct(one)}
    />
  );
  return (
    <>
      {primary[0]?.off && <p className="qu-off">{primary[0].off}</p>}
      {primary.map(button)}
      {shown.map(button)}
      {more.length > 0 && (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button variant="default" leftSection={<IconDots size={16} />}>
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map((one) => (
              <Menu.Item
                key={one.action.name}
                color={one.action.danger ? 'danger' : undefined}
                rightSection={one.action.key ? <KeyHint keys={one.action.key} /> : undefined}
                disabled={one.off !== null}
                title={one.off ?? undefined}
                onClick={() => onAct(one)}
              >
                {own(`action.${one.action.name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
