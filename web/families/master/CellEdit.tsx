import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { businessDay } from '#shared/core/day.ts';
import type { FieldConflict } from '#shared/core/merge-fields.ts';
import type { MasterDef, Problem } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { MasterChange } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { nameOf, statusText } from './columns.tsx';
import type { Speech } from './columns.tsx';
import { FieldInput } from './FieldInput.tsx';
import { changedFields, filled, problemsOf } from './form-values.ts';
import type { Offer } from './Life.tsx';
import type { ListRow } from './list-rows.ts';
import { useProblemText } from './problems.ts';
import { masterSending } from './use-record-form.ts';
import { fieldText } from './value-text.ts';

export interface CellEditProps {
  readonly def: MasterDef;
  /** The row as it is now, with what colleagues changed. */
  readonly row: ListRow;
  readonly field: MasterField | null;
  /** Actions on the status, where that is what is changed. */
  readonly offers: readonly Offer[];
  /** The latest change of the record since the screen opened. */
  readonly change: MasterChange | null;
  readonly speech: Speech;
  /** The cell on screen; null while it is scrolled out of sight. */
  readonly cell: () => HTMLElement | null;
  readonly onDone: (id: number, version: number) => void;
  readonly onClose: () => void;
}

/** Edits one cell of a list in place, by the command of the record's form. */
export function CellEdit(props: CellEditProps): ReactNode {
  const { def, row, field, speech, cell, onClose } = props;
  const place = useRef<HTMLDivElement>(null);
  const find = useRef(cell);
  find.current = cell;
  useLayoutEffect(() => {
    const put = (): void => {
      const at = find.current()?.getBoundingClientRect();
      const box = place.current;
      if (!at || !box) return;
      const left = Math.min(at.left, window.innerWidth - box.offsetWidth - 8);
      const top = Math.min(at.top, window.innerHeight - box.offsetHeight - 8);
      box.style.left = `${Math.max(8, left)}px`;
      box.style.top = `${Math.max(8, top)}px`;
      box.style.minWidth = `${at.width}px`;
    };
    put();
    const watch = new ResizeObserver(put);
    if (place.current) watch.observe(place.current);
    window.addEventListener('scroll', put, { capture: true, passive: true });
    window.addEventListener('resize', put);
    return () => {
      watch.disconnect();
      window.removeEventListener('scroll', put, { capture: true });
      window.removeEventListener('resize', put);
    };
  }, []);
  const close = (): void => {
    onClose();
    find.current()?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    // The keys of the screen below are not meant here.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  const title = field ? speech.own(`field.${field.name}`) : speech.own('column.iStatus');
  return createPortal(
    <div
      ref={place}
      className="ma-cell-edit"
      role="dialog"
      aria-label={`${title} · ${nameOf(def, row.row, speech)}`}
      onKeyDown={onKey}
    >
      {field ? (
        <ValueEdit {...props} field={field} onClose={close} />
      ) : (
        <StatusEdit {...props} onClose={close} />
      )}
    </div>,
    document.body,
  );
}

/** A colleague's change meanwhile, and the refusal of one's own. */
function Notes({ theirs, problem }: { theirs: string | null; problem: string | null }): ReactNode {
  return (
    <>
      {theirs && (
        <p className="ma-plain ops-tone-warn" role="status">
          {theirs}
        </p>
      )}
      {problem && (
        <p className="ma-plain ops-tone-danger" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function ValueEdit({
  def,
  row: { row, labels },
  field,
  change,
  speech,
  onDone,
  onClose,
}: CellEditProps & { readonly field: MasterField }): ReactNode {
  const { t, own } = speech;
  const { name } = field;
  const [base, setBase] = useState({ version: row.version, value: row.fields[name] });
  const [value, setValue] = useState<unknown>(base.value);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const sent = useRef({ text: '', key: '' });
  const problemText = useProblemText(def, own);
  const shown = (one: unknown): string => fieldText(field, one, { ...speech, labels }) || t('blank');
  const theirs = change && change.version > base.version && change.set && name in change.set ? change : null;

  const send = async (): Promise<void> => {
    if (pending) return;
    const changes = changedFields({ [name]: base.value }, { [name]: value });
    if (Object.keys(changes).length === 0) return onClose();
    const all = { ...row.fields, [name]: value };
    const today = businessDay(serverClock.now());
    const found = problemsOf(def, all, { today, before: row.fields }).find((one) => one.field === name);
    if (found) return setProblem(problemText(found));
    setPending(true);
    setProblem(null);
    const text = JSON.stringify([changes, base.version]);
    if (sent.current.text !== text) sent.current = { text, key: newKey() };
    try {
      const { version } = await masterSending(def).update(
        row.id,
        changes,
        base.version,
        sent.current.key,
        filled(all),
      );
      onDone(row.id, version);
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      setPending(false);
      if (failure.again) return setProblem(failure.message);
      // Refused: the current value is restored; a colleague's value is the new base.
      sent.current = { text: '', key: '' };
      setRefusals((before) => before + 1);
      const [clash] = (failure.details?.conflicts ?? []) as readonly FieldConflict[];
      const [issue] = (failure.details?.issues ?? []) as readonly (Problem &
        Record<string, string | number>)[];
      if (clash) {
        setBase({ version: Number(failure.details?.version ?? base.version), value: clash.theirs });
        setValue(clash.theirs ?? undefined);
        setProblem(t('cellConflict', { name: speech.author(clash.by), value: shown(clash.theirs) }));
        return;
      }
      setValue(base.value);
      const { code, field: path, ...details } = issue ?? { code: '', field: '' };
      setProblem(issue ? problemText({ code, field: path, details }) : failure.message);
    }
    return undefined;
  };

  return (
    <form
      className="ma-cell-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FieldInput
        key={refusals} // the input is dropped with the refusal
        master={def.name}
        field={field}
        value={value}
        onChange={setValue}
        own={own}
        labels={labels}
        error={() => null}
        autoFocus
      />
      <Notes
        theirs={
          theirs &&
          t('cellTheirs', { name: speech.author(theirs.updatedBy), value: shown(theirs.set?.[name]) })
        }
        problem={problem}
      />
      <span className="ma-cell-row">
        <Button type="submit" size="compact-xs" loading={pending}>
          {t('save')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onClose}>
          {t('back')}
        </Button>
      </span>
    </form>
  );
}

function StatusEdit({
  def,
  row: { row },
  offers,
  change,
  speech,
  onDone,
  onClose,
}: CellEditProps): ReactNode {
  const { t } = speech;
  const [start] = useState(row.version);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const key = useRef({ id: '', key: '' });
  const buttons = (): readonly HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ];
  useEffect(() => buttons()[0]?.focus(), []);
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const all = buttons();
    const at = all.findIndex((one) => one === document.activeElement);
    all[(at + by + all.length) % all.length]?.focus();
  };
  const choose = async (offer: Offer): Promise<void> => {
    if (pending) return;
    if (offer.off) return setProblem(offer.off);
    if (!offer.inPlace) {
      onClose();
      offer.run();
      return;
    }
    setPending(offer.id);
    setProblem(null);
    if (key.current.id !== offer.id) key.current = { id: offer.id, key: newKey() };
    try {
      const { command, input } = offer.inPlace;
      const answer = await api.command('master', `${def.kind}-${row.id}`, command, input, {
        key: key.current.key,
      });
      onDone(row.id, answer.version);
      onClose();
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.again) key.current = { id: '', key: '' };
      setPending(null);
      setProblem(failure.message);
    }
  };
  const theirs = change && change.version > start ? change : null;
  return (
    <>
      <p className="ma-plain ops-muted">{t('cellStatus', { status: statusText(def, row, speech) })}</p>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its entries take the focus */}
      <div ref={list} role="menu" className="ma-cell-menu" onKeyDown={move}>
        {offers.map((offer) => (
          <button
            key={offer.id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={offer.off !== null || undefined}
            aria-description={offer.off ?? undefined}
            aria-busy={pending === offer.id || undefined}
            onClick={() => void choose(offer)}
          >
            {offer.label}
          </button>
        ))}
      </div>
      <Notes
        theirs={theirs && t('cellTheirsStatus', { name: speech.author(theirs.updatedBy) })}
        problem={problem}
      />
    </>
  );
}
