import { Button, Checkbox, TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { SignupCase } from '#shared/feeds/signup-case.ts';
import { evidenceOf } from '#shared/streams/customers/signup/fields.ts';
import { useSwitch } from '#web/live/use-switch.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { Otp } from './Otp.tsx';
import { usePanelTranslations } from './translations.ts';
import type { Papers } from './use-papers.ts';

type Props = SubjectPanelProps & {
  readonly record: SignupCase;
  readonly papers: Papers;
  readonly onChanged: () => void;
};

/**
 * The verifier's checklist; each ticked item shows who ticked it and when, and one that rests on a document opens
 * it.
 */
export function Checklist(props: Props): ReactNode {
  const { record, working, blocked } = props;
  const t = usePanelTranslations();
  const off = blocked ?? (working ? null : t('off.notWorking'));
  const done = record.checklist.filter((one) => one.done).length;
  return (
    <section className="su-part" aria-labelledby={`su-check-${record.id}`}>
      <h3 id={`su-check-${record.id}`}>
        {t('checklist')}{' '}
        <span className="ops-muted ops-figures">
          {t('checklistOf', { done, total: record.checklist.length })}
        </span>
      </h3>
      <ul className="su-checks">
        {record.checklist.map((one) => (
          <Item key={one.item} {...props} one={one} off={off} />
        ))}
      </ul>
    </section>
  );
}

/**
 * One item with commands of its own, so that several can be ticked in quick succession; a click shows at
 * once.
 */
function Item(
  props: Props & { readonly one: SignupCase['checklist'][number]; readonly off: string | null },
): ReactNode {
  const { def, record, papers, one, off, onChanged } = props;
  const { item } = one;
  const t = usePanelTranslations();
  const own = useTranslations(def.name).t;
  const [tick, untick] = useSwitch('signup', 'tickChecklist', 'untick');
  const [pressed, setPressed] = useState<boolean | null>(null);
  const [asked, setRequested] = useState(false);
  useEffect(() => setPressed(null), [one.done]);
  const phone = item === 'phoneVerified';
  const why = phone ? t('byCode') : off;
  const failure = tick.failure ?? untick.failure;
  const id = useId();
  const proofs = record.documents.filter(({ kind }) => evidenceOf[item]?.includes(kind));
  const unopened = proofs.some(({ fileId }) => papers.openedAt(fileId) === null);

  const give = async (on: boolean, waiver?: string): Promise<boolean> => {
    untick.dismiss();
    tick.dismiss();
    setPressed(on);
    const answer = on
      ? await tick.run(record.id, { item, ...(waiver ? { waiver } : {}) })
      : await untick.run(record.id, { item });
    if (answer) setRequested(false);
    else setPressed(null);
    onChanged();
    return answer !== null;
  };
  const needsWaiver =
    item === 'prescriptionPresent' &&
    !record.rest.prescriptionWaiver &&
    !record.documents.some(({ kind }) => kind === 'prescription');
  return (
    <li data-done={one.done || undefined} data-check={item}>
      <Checkbox
        size="xs"
        checked={pressed ?? one.done}
        disabled={why !== null}
        title={why ?? undefined}
        {...(why ? { 'aria-description': why } : {})}
        {...(unopened ? { 'aria-describedby': id } : {})}
        label={own(`item.${item}`)}
        onChange={(event) => {
          const on = event.currentTarget.checked;
          if (on && needsWaiver) setRequested(true);
          else void give(on);
        }}
      />
      {one.done && one.by && (
        <span className="su-by ops-muted ops-figures">
          {t('tickBy', { by: one.by, at: formatMoment(one.at ?? '', serverClock.now()) })}
        </span>
      )}
      {proofs.length > 0 && (
        <ul className="su-papers" id={id}>
          {proofs.map(({ fileId, name }) => (
            <li key={fileId}>
              <button
                type="button"
                className="su-open"
                aria-label={t('open', { name })}
                aria-current={papers.current === fileId || undefined}
                aria-keyshortcuts="f"
                onClick={() => papers.open(fileId)}
              >
                {name}
              </button>
              {papers.openedAt(fileId) === null && <span className="ops-muted">{t('notOpened')}</span>}
            </li>
          ))}
        </ul>
      )}
      {one.done && one.waiver && <p className="su-note">{t('waived', { text: one.waiver })}</p>}
      {phone && !one.done && (
        <Otp
          id={record.id}
          sentBefore={record.history.some(({ type }) => type === 'OtpSent')}
          sentNow={props.answered?.action === 'sendOtp' ? props.answered.answer : null}
          off={off}
          onUnsaved={props.onUnsaved}
          onChanged={onChanged}
        />
      )}
      {asked && !one.done && (
        <Waiver
          id={record.id}
          pending={tick.pending}
          onCancel={() => setRequested(false)}
          onSend={(text) => give(true, text)}
          onUnsaved={props.onUnsaved}
        />
      )}
      {failure && (
        <InlineError
          failure={failure}
          onDismiss={() => {
            tick.dismiss();
            untick.dismiss();
          }}
          {...(failure.again
            ? { onRetry: () => void (tick.failure ? tick.retry() : untick.retry()).then(onChanged) }
            : {})}
        />
      )}
    </li>
  );
}

function Waiver({
  id,
  pending,
  onSend,
  onCancel,
  onUnsaved,
}: {
  id: string;
  pending: boolean;
  onSend: (text: string) => Promise<boolean>;
  onCancel: () => void;
  onUnsaved: (unsaved: boolean) => void;
}): ReactNode {
  const t = usePanelTranslations();
  const frame = useFrame();
  const draft = useDraft('signup.waiver', id, { text: '' });
  const { text } = draft.values;
  const full = text.trim().length >= 5;
  useEffect(() => {
    onUnsaved(text.trim() !== '');
    return () => onUnsaved(false);
  }, [text, onUnsaved]);
  return (
    <form
      className="su-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (full) void onSend(text.trim()).then((ok) => ok && draft.done());
      }}
    >
      <TextInput
        autoFocus
        label={t('waiver')}
        description={t('waiverHint')}
        value={text}
        maxLength={200}
        onChange={(event) => draft.put({ text: event.currentTarget.value })}
      />
      <DraftNote draft={draft} />
      <Button type="submit" loading={pending} disabled={!full}>
        {t('tickWith')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {frame('cancel')}
      </Button>
    </form>
  );
}
