import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { UploadRow } from '#shared/feeds/upload-sessions.ts';
import { api } from '#web/live/api.ts';
import type { Failure } from '#web/live/failure.ts';
import { failureOf } from '#web/live/failure.ts';
import { copyText } from '#web/parts/copy.ts';
import { IconQrcode } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatTime } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useUploadTranslations } from './upload-translations.ts';

interface MadeLink {
  readonly url: string;
  readonly qr: string;
  readonly until: string;
}

/** A QR code and a link that one phone can open once; the phone's progress is shown here live. */
export function PhoneLink({ row, off }: { readonly row: UploadRow; readonly off: string | null }): ReactNode {
  const t = useUploadTranslations();
  const now = useServerSecond();
  const [made, setMade] = useState<MadeLink | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const make = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      setMade(await api.post<MadeLink>(`/prescription/upload-link/${row.id}`, {}));
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  const { link } = row;
  const shows = made && link && !link.openedAt && Date.parse(made.until) > now;
  return (
    <section className="up-part">
      <h3>{t('fromPhone')}</h3>
      {link?.endedAt ? (
        <p>{t('linkEnded')}</p>
      ) : link?.openedAt ? (
        <p className="ops-tone-accent">{t('linkOpened')}</p>
      ) : null}
      {shows ? (
        <div className="up-qr">
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(made.qr)}`}
            alt={t('fromPhone')}
            width={168}
            height={168}
          />
          <div>
            <p>{t('linkText', { time: formatTime(made.until) })}</p>
            <Button
              size="compact-sm"
              variant="default"
              data-link={made.url}
              onClick={() => void copyText(made.url).then((ok) => ok && toast({ text: t('linkCopied') }))}
            >
              {t('copyLink')}
            </Button>
          </div>
        </div>
      ) : (
        <Button
          variant="default"
          leftSection={<IconQrcode size={14} />}
          loading={pending}
          disabled={off !== null}
          title={off ?? undefined}
          onClick={() => void make()}
        >
          {t('fromPhone')}
        </Button>
      )}
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
    </section>
  );
}
