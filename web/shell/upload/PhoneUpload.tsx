import { Button, Checkbox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import type { Failure } from '#web/live/failure.ts';
import { failureOf } from '#web/live/failure.ts';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { IconCheck, IconPhoto, IconUpload } from '#web/parts/icons.ts';
import { usePhoneTranslations } from './translations.ts';
import './upload.css';

interface Opened {
  readonly ticket: string;
  readonly place: string;
  readonly patient: string;
  readonly files: number;
  readonly most: number;
}

/** A photo over a slow connection takes long. */
const uploadMs = 180_000;

/** The phone has no session: it is authorized by the ticket that replaced the link. */
const post = <T,>(path: string, body: unknown, ticket: string | null): Promise<T> =>
  api.post<T>(path, body, { timeout: uploadMs, ...(ticket ? { headers: { 'upload-ticket': ticket } } : {}) });

/**
 * The page of a link or QR code on a phone: photos, consent, done. The secret is in the fragment and removed
 * from the address at once.
 */
export function PhoneUpload(): ReactNode {
  const t = usePhoneTranslations();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [sending, setSending] = useState<string | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [done, setDone] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const secret = location.hash.slice(1);
    history.replaceState(null, '', location.pathname);
    post<Opened>('/upload-link/open', { secret }, null).then(setOpened, (error: unknown) =>
      setFailure(failureOf(error)),
    );
  }, []);
  if (!opened)
    return (
      <main className="pu">
        {failure ? (
          <EmptyState title={t('usedTitle')}>
            {failure.status === 410 ? t('used') : failure.message}
          </EmptyState>
        ) : (
          <p className="ops-muted">{t('opening')}</p>
        )}
      </main>
    );
  if (done)
    return (
      <main className="pu">
        <EmptyState title={t('doneTitle')} mark={<IconCheck size={28} />}>
          {t('doneText')}
        </EmptyState>
      </main>
    );
  const take = async (list: FileList | null): Promise<void> => {
    setFailure(null);
    for (const file of list ?? []) {
      setSending(file.name);
      const form = new FormData();
      form.append('file', file, file.name);
      try {
        await post('/upload-link/file', form, opened.ticket);
        setSent((now) => [...now, file.name]);
      } catch (error) {
        setFailure(failureOf(error));
        break;
      }
    }
    setSending(null);
  };
  const finish = async (): Promise<void> => {
    setFailure(null);
    try {
      await post('/upload-link/end', { agreed }, opened.ticket);
      setDone(true);
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const full = sent.length + opened.files >= opened.most;
  return (
    <main className="pu">
      <h1>{t('title')}</h1>
      <p>{t('forWhom', { patient: opened.patient, place: opened.place })}</p>
      <p className="ops-muted">{t('hint', { most: opened.most })}</p>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={t('take')}
        onChange={(event) => void take(event.currentTarget.files)}
      />
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,application/pdf"
        aria-label={t('choose')}
        onChange={(event) => void take(event.currentTarget.files)}
      />
      <Button
        size="lg"
        leftSection={<IconPhoto size={20} />}
        loading={sending !== null}
        disabled={full}
        onClick={() => camera.current?.click()}
      >
        {t('take')}
      </Button>
      <Button
        size="lg"
        variant="default"
        leftSection={<IconUpload size={20} />}
        disabled={sending !== null || full}
        onClick={() => files.current?.click()}
      >
        {t('choose')}
      </Button>
      {sending && <p role="status">{t('sending', { name: sending })}</p>}
      <ul className="pu-sent">
        {sent.map((name, at) => (
          <li key={`${name} ${at}`}>
            <IconCheck size={16} aria-hidden="true" /> {name} <span className="ops-muted">{t('sent')}</span>
          </li>
        ))}
      </ul>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {sent.length > 0 && (
        <>
          <Checkbox
            size="md"
            label={t('agree')}
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
          <Button size="lg" disabled={!agreed || sending !== null} onClick={() => void finish()}>
            {t('done')}
          </Button>
        </>
      )}
    </main>
  );
}
