import { Button } from '@mantine/core';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { businessDay } from '#shared/core/day.ts';
import type { FieldProblem } from '#shared/core/fields.ts';
import { resubmits, submissionOf, type FormDef } from '#shared/families/form.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { announce } from '#web/parts/announce.ts';
import { prompt } from '#web/parts/prompt.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { IconArrowLeft } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useLanguage, useTranslations } from '#web/locales/translations.ts';
import { problemsOf, translateAll, stepOf } from './check.ts';
import type { Problems } from './check.ts';
import { FormFields } from './FormFields.tsx';
import { leavesForm } from './paths.ts';
import { subjectFormPart } from './plug.ts';
import { SaveState } from './SaveState.tsx';
import { Steps } from './Steps.tsx';
import { useDraft } from './use-draft.ts';
import type { Begun } from './use-draft.ts';
import { useFormTranslations } from './translations.ts';

export interface FillingProps {
  readonly def: FormDef;
  readonly begun: Begun;
  /** Stage of the record; null in a form that keeps no draft. */
  readonly stage: string | null;
  readonly onBegin: (id: string) => void;
  readonly onClose: () => void;
  readonly onReload: () => void;
}

/** Language codes to choose for the person the form is about. */

/** Fills in one record step by step, with autosave on the server where drafts are kept. */
export function Filling({ def, begun, stage, onBegin, onClose, onReload }: FillingProps): ReactNode {
  const t = useFormTranslations();
  const own = useTranslations(def.name).t;
  const language = useLanguage();
  const cache = useQueryClient();
  const leaving = useRef(false);
  const stopped = useRef(false);
  // The number of a new record goes into the address only while nobody is on the way out: it would call them back.
  const begin = useCallback((id: string) => void (stopped.current || onBegin(id)), [onBegin]);
  const draft = useDraft(def, begun, begin);
  const [at, setAt] = useState(0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [asked, setRequested] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answer, setAnswer] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const step = def.steps[at]!;
  const last = at === def.steps.length - 1;
  const resubmit = resubmits(def, stage) !== null;
  const { keep } = def;

  const { values } = draft;
  const found = useMemo(() => def.steps.map((one) => problemsOf([one], values)), [def, values]);
  const dated = useMemo(
    (): readonly FieldProblem[] => def.check?.(values, businessDay(serverClock.now())) ?? [],
    [def, values],
  );
  const all = useMemo(() => [...found.flat(), ...dated], [found, dated]);
  const wrong = useMemo(
    () => def.steps.map((_one, index) => all.filter(({ field }) => stepOf(def, field) === index)),
    [def, all],
  );
  const problems: Problems = useMemo(
    () => ({
      ...translateAll(
        def,
        all.filter(({ field }) => touched.has(field) || asked.has(stepOf(def, field))),
        language,
      ),
      ...refused,
    }),
    [def, all, touched, asked, refused, language],
  );

  const record = useQuery<object>({
    queryKey: ['form-record', def.name, draft.id, draft.version],
    enabled: draft.id !== null && def.keep !== undefined,
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      api.get<object>(`/feeds/${def.keep!.record}`, { query: { id: draft.id }, signal }),
  });

  useUnsaved(draft.dirty || draft.saving);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draft.dirty && !leaving.current && leavesForm(currentLocation, nextLocation),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    stopped.current = true;
    void leave().then((yes) => {
      stopped.current = false;
      return yes ? blocker.proceed() : blocker.reset();
    });
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each attempt to go
  }, [blocker.state]);

  /** Saves before leaving; asks when that fails. */
  async function leave(): Promise<boolean> {
    if (!draft.dirty || (keep && (await draft.save()))) return true;
    return prompt({
      title: t('leaveTitle'),
      body: keep ? t('leaveText', { why: draft.failure?.message ?? '' }) : t('leaveLost'),
      yes: t('leave'),
      no: t('stay'),
      danger: true,
    });
  }
  const close = (): void =>
    void leave().then((yes) => {
      if (!yes) return;
      leaving.current = true;
      void cache.invalidateQueries({ queryKey: ['drafts', def.name] });
      onClose();
    });

  const focusWrong = (): void => {
    setTimeout(() => {
      const field = body.current?.querySelector<HTMLElement>(
        '[aria-invalid="true"], [data-error="true"] input, .mantine-InputWrapper-error',
      );
      (field?.matches('input, textarea, select, button')
        ? field
        : (field?.closest('.fo-one')?.querySelector<HTMLElement>('input, textarea, button') ?? field)
      )?.focus();
    }, 60);
  };
  const go = (next: number, focus = true): void => {
    if (next === at) return;
    setAt(next);
    void draft.save();
    if (focus) setTimeout(() => heading.current?.focus(), 30);
  };
  const forward = (): void => {
    setRequested((now) => new Set(now).add(at));
    const here = wrong[at]!.length;
    if (here > 0) {
      announce(t('fixProblems', { count: here }), 'assertive');
      return focusWrong();
    }
    if (!last) return go(at + 1);
    return void send();
  };
  const showRefused = (why: Failure): void => {
    const target = why.field ? stepOf(def, why.field) : -1;
    if (why.field && target >= 0) {
      setRefused({ [why.field]: why.message });
      setAt(target);
      focusWrong();
    }
    setFailure(why);
  };

  const commandKey = useRef<{ text: string; key: string }>({ text: '', key: '' });
  async function send(): Promise<void> {
    setRequested(new Set(def.steps.keys()));
    const bad = wrong.findIndex((list) => list.length > 0);
    if (bad >= 0) {
      setAt(bad);
      announce(t('fixProblems', { count: all.length }), 'assertive');
      return focusWrong();
    }
    setFailure(null);
    setSending(true);
    try {
      if (!(await draft.save())) return;
      const at = draft.latest();
      const version = keep ? at.version : undefined;
      const { id, command, input } = submissionOf(def, { id: at.id, stage, values, answer });
      const text = JSON.stringify([id, version, command, input]);
      if (commandKey.current.text !== text) commandKey.current = { text, key: newKey() };
      const made = await api.command(def.subject, id, command, input, {
        key: commandKey.current.key,
        ...(version === undefined ? {} : { version }),
      });
      leaving.current = true;
      const ref = (record.data as { ref?: string } | undefined)?.ref ?? made['ref'] ?? made.id;
      toast({ tone: 'ok', text: t('submitted', { ref: String(ref) }) });
      void cache.invalidateQueries({ queryKey: ['drafts', def.name] });
      onClose();
    } catch (error) {
      showRefused(failureOf(error));
    } finally {
      setSending(false);
    }
  }

  useCommands([
    {
      id: 'form.save',
      label: t('saveNow'),
      keys: '$mod+s',
      scope: 'screen',
      inFields: true,
      permitted: keep !== undefined,
      disabled: draft.dirty ? null : t('nothingToSave'),
      run: () => void draft.save(),
    },
    {
      id: 'form.forward',
      label: last ? own(`action.${resubmit ? 'resubmit' : 'submit'}`) : t('next'),
      keys: '$mod+Enter',
      scope: 'screen',
      inFields: true,
      run: forward,
    },
    {
      id: 'form.close',
      label: t('back'),
      keys: 'Escape',
      scope: 'screen',
      permitted: keep !== undefined,
      run: close,
    },
  ]);

  /** Handles Enter before a select field does. */
  const onwardKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    forward();
  };
  const Part = subjectFormPart(def.subject);
  const part = (place: 'above' | 'below'): ReactNode =>
    Part && (
      <Suspense fallback={null}>
        <Part
          id={draft.id}
          step={step.name}
          place={place}
          record={record.data ?? null}
          get={draft.get}
          save={draft.save}
          latest={draft.latest}
          onMoved={draft.moved}
        />
      </Suspense>
    );
  const put = (path: string, value: unknown): void => {
    setRefused(({ [path]: _gone, ...rest }) => rest);
    draft.put(path, value);
  };
  const conflict = [draft.failure, failure].find((one) => one?.code === 'versionConflict') ?? null;
  return (
    <div className="fo-screen">
      <div className="fo-room">
        <Steps
          def={def}
          at={at}
          wrong={wrong.map((list, index) => (asked.has(index) ? list.length : 0))}
          done={wrong.map((list) => list.length === 0)}
          onGo={(index) => go(index)}
          onClose={keep ? close : null}
        />
        <section className="fo-sheet" aria-labelledby="fo-heading">
          <header className="fo-head">
            {keep && (
              <Button
                className="fo-back"
                size="compact-sm"
                variant="subtle"
                leftSection={<IconArrowLeft size={14} />}
                onClick={close}
              >
                {t('back')}
              </Button>
            )}
            <p className="ops-muted fo-count">{t('stepOf', { n: at + 1, total: def.steps.length })}</p>
            <h2 id="fo-heading" ref={heading} tabIndex={-1}>
              {own(`step.${step.name}`)}
            </h2>
          </header>
          <div className="fo-body" ref={body} onKeyDownCapture={onwardKey}>
            {conflict && (
              <div className="fo-conflict" role="alert">
                <p>{t('conflict', { message: conflict.message })}</p>
                <Button size="compact-sm" variant="default" onClick={onReload}>
                  {t('conflictTheirs')}
                </Button>
                <Button
                  size="compact-sm"
                  onClick={() => {
                    setFailure(null);
                    draft.rebase(Number(conflict.details?.['version'] ?? draft.version));
                    void draft.save();
                  }}
                >
                  {t('conflictMine')}
                </Button>
              </div>
            )}
            {failure && failure !== conflict && (
              <InlineError
                failure={failure}
                onDismiss={() => setFailure(null)}
                {...(failure.again ? { onRetry: () => void send() } : {})}
              />
            )}
            {draft.failure && draft.failure !== conflict && (
              <InlineError
                failure={draft.failure}
                onDismiss={draft.dismiss}
                onRetry={() => void draft.save()}
              />
            )}
            {part('above')}
            <FormFields
              key={step.name}
              def={def}
              step={step}
              problems={problems}
              get={draft.get}
              put={put}
              onLeave={(path) => setTouched((now) => (now.has(path) ? now : new Set(now).add(path)))}
              begun={draft.id !== null}
            />
            {part('below')}
            {last && resubmit && (
              <AreaField label={own('field.answer')} value={answer} onChange={setAnswer} maxLength={500} />
            )}
          </div>
          <footer className="fo-foot">
            {keep ? <SaveState def={def} draft={draft} /> : <span />}
            <span className="fo-foot-end">
              {at > 0 && (
                <Button variant="default" onClick={() => go(at - 1)}>
                  {t('previous')}
                </Button>
              )}
              <ActionButton
                label={last ? own(`action.${resubmit ? 'resubmit' : 'submit'}`) : t('next')}
                keys="$mod+Enter"
                primary
                pending={sending}
                onClick={forward}
              />
            </span>
          </footer>
        </section>
      </div>
    </div>
  );
}
