import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { streamKey } from '#shared/core/event.ts';
import { textIn } from '#shared/core/translations.ts';
import { leadStages } from '#shared/streams/leads/lead/state.ts';
import { queuesOf } from '#shared/streams/calls/call/subjects.ts';
import type { CalleeDetails, CalleeHit } from '#shared/wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { CalleePart, useCallee } from '#web/parts/call/CalleePart.tsx';
import { useOwnCall } from '#web/parts/call/use-own-call.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { useLanguage, useTranslations } from '#web/locales/translations.ts';
import { Agents } from './Agents.tsx';
import { Dispute } from './Dispute.tsx';
import { useOutCallTranslations } from './translations.ts';
import './out-call.css';

const PAUSE_MS = 200;

/** Finds a person of one's places, shows whether they may be called and earlier calls, and calls. */
export function OutCallScreen(): ReactNode {
  const t = useOutCallTranslations();
  const person = usePerson();
  const [params, setParams] = useSearchParams();
  const subject = params.get('who');
  const review = params.get('review');
  const open = (next: string): void => setParams(next ? { who: next } : {}, { replace: true });
  return (
    <div className="oc-screen">
      {review && /^\d+$/.test(review) && <Dispute callId={review} onClose={() => open('')} />}
      <Find chosen={subject} onChoose={open} />
      <div className="oc-main">
        {subject ? (
          <Person key={subject} subject={subject} />
        ) : (
          <EmptyState title={t('start')}>{t('startText')}</EmptyState>
        )}
      </div>
      {hasRight(person, 'Out Bound/outCall:approve') && <Agents />}
    </div>
  );
}

function Find({
  chosen,
  onChoose,
}: {
  chosen: string | null;
  onChoose: (subject: string) => void;
}): ReactNode {
  const t = useOutCallTranslations();
  const place = usePlaceName();
  const language = useLanguage();
  const stageText = (stage: string | null): string | null => {
    const both = Object.entries(leadStages).find(([name]) => name === stage)?.[1];
    return both ? textIn(both, language) : null;
  };
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['calls', 'find', asked],
    enabled: asked.length > 1,
    queryFn: ({ signal }) => api.get<readonly CalleeHit[]>('/calls/find', { query: { q: asked }, signal }),
  });
  const hits = asked.length > 1 ? (query.data ?? []) : [];
  return (
    <aside className="oc-find" aria-label={t('find')}>
      <TextField label={t('find')} placeholder={t('findHint')} value={typed} autoFocus onChange={setTyped} />
      {query.error && <InlineError failure={failureOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.data && hits.length === 0 && asked.length > 1 && (
        <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>
      )}
      <ul className="oc-hits">
        {hits.map((hit) => (
          <li key={hit.subject}>
            <button
              type="button"
              data-chosen={hit.subject === chosen || undefined}
              onClick={() => onChoose(hit.subject)}
            >
              <PersonHead
                name={hit.name}
                reference={hit.ref}
                phone={hit.phoneMasked}
                place={place(hit.pooId)}
                details={[stageText(hit.stage), hit.patients && t('patients', { names: hit.patients })]}
                alerts={hit.shut ? [hit.shut] : []}
              />
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Person({ subject }: { subject: string }): ReactNode {
  const t = useOutCallTranslations();
  const say = useTranslations('call').t;
  const place = usePlaceName();
  const own = useOwnCall();
  const stamp = `${own.call?.id ?? ''} ${own.call?.stage ?? ''}`;
  const facts = useCallee(subject, stamp).data;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const off = own.call ? t('onCall') : (facts?.shut?.message ?? null);
  const call = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      await dialOrClaim(subject);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  useCommands([
    {
      id: 'outCall.call',
      label: t('call'),
      keys: 'd',
      scope: 'screen',
      disabled: off,
      run: () => void call(),
    },
  ]);
  return (
    <section className="oc-person">
      {facts && <Head facts={facts} purpose={say(`purpose.${facts.purpose}`)} place={place(facts.pooId)} />}
      <div>
        <ActionButton
          primary
          label={t('call')}
          keys="d"
          pending={pending}
          disabled={off}
          onClick={() => void call()}
        />
      </div>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      <CalleePart subject={subject} stamp={stamp} script={own.call?.subject === subject} />
    </section>
  );
}

function Head({
  facts,
  purpose,
  place,
}: {
  facts: CalleeDetails;
  purpose: string;
  place: string;
}): ReactNode {
  const t = useOutCallTranslations();
  return (
    <header>
      <PersonHead
        heading
        name={facts.name}
        reference={facts.ref}
        phone={facts.phoneMasked}
        place={place}
        details={[purpose, facts.callHours && t('hours', facts.callHours)]}
        alerts={facts.shut ? [facts.shut.message] : []}
      />
    </header>
  );
}

/** Calls; a row that waits in a queue is claimed first, so that nobody else works on it. */
async function dialOrClaim(subject: string): Promise<void> {
  const dial = () => api.command('call', 'new', 'placeCall', { subject }, { key: newKey() });
  try {
    await dial();
  } catch (error) {
    if (failureOf(error).code !== 'callNoLease') throw error;
    await claimAnywhere(subject);
    await dial();
  }
}

async function claimAnywhere(subject: string): Promise<void> {
  let last: unknown = null;
  for (const queue of queuesOf(subject)) {
    try {
      await api.command('queueitem', `${queue}-${streamKey(subject)}`, 'claim', {}, { key: newKey() });
      return;
    } catch (error) {
      // Another queue may hold it: the refusal of the queue in which it really waits is shown.
      const { code } = failureOf(error);
      if (code !== 'rowClosed' && code !== 'notFound') last = error;
    }
  }
  if (last) throw last;
}
