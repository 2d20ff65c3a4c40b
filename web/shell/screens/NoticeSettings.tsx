import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { inQuietHours, noWishes, wanted } from '#shared/streams/notices/channels.ts';
import { chosenKinds, noticeChannels, noticeKinds, noticeTypes } from '#shared/streams/notices/kinds.ts';
import type { NoticeChannel, NoticeKindName } from '#shared/streams/notices/kinds.ts';
import type { NoticeWishes } from '#shared/streams/people/preference.ts';
import { DeniedState, InlineError } from '#web/parts/states.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { toast } from '#web/parts/toast.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { useNoticeTranslations } from '../notices/translations.ts';
import { usePreference } from '../use-preference.ts';
import { NoticeDevices } from './NoticeDevices.tsx';

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/**
 * Channels per kind of notice and quiet hours: stored and applied on the server, the same on every device.
 */
export function NoticeSettings(): ReactNode {
  const t = useNoticeTranslations();
  const { value, known, denied } = usePreference<NoticeWishes>('notices', noWishes);
  return (
    <section aria-labelledby="sh-notices-title">
      <h2 id="sh-notices-title">{t('title')}</h2>
      <p className="ops-muted sh-notice-lead">{t('text')}</p>
      <NoticeDevices />
      {denied ? (
        <DeniedState />
      ) : known ? (
        <Wishes key={JSON.stringify(value)} wishes={value} />
      ) : (
        <Skeleton rows={6} />
      )}
    </section>
  );
}

type Chosen = Readonly<Record<NoticeKindName, Readonly<Record<NoticeChannel, boolean>>>>;
const chosenOf = (wishes: NoticeWishes): Chosen =>
  Object.fromEntries(chosenKinds.map((kind) => [kind, wanted(wishes, kind)])) as Chosen;

function Wishes({ wishes }: { wishes: NoticeWishes }): ReactNode {
  const t = useNoticeTranslations();
  const { save, pending, failure, dismiss } = usePreference<NoticeWishes>('notices', noWishes);
  const [from, setFrom] = useState(wishes.quietFrom ?? '');
  const [to, setTo] = useState(wishes.quietTo ?? '');
  const [chosen, setChosen] = useState(() => chosenOf(wishes));
  const whole = (from === '' && to === '') || (isTime(from) && isTime(to));
  const next: NoticeWishes = { quietFrom: from || null, quietTo: to || null, channels: chosen };
  const changed =
    next.quietFrom !== wishes.quietFrom ||
    next.quietTo !== wishes.quietTo ||
    JSON.stringify(chosen) !== JSON.stringify(chosenOf(wishes));
  const usual = chosenOf(noWishes);
  const set = (kind: NoticeKindName, channel: NoticeChannel, on: boolean): void =>
    setChosen({ ...chosen, [kind]: { ...chosen[kind], [channel]: on } });
  const keep = async (): Promise<void> => {
    if (await save(next)) toast({ text: t('kept'), tone: 'ok' });
  };
  const time = (
    label: string,
    placeholder: string,
    value: string,
    onChange: (text: string) => void,
  ): ReactNode => (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={5}
      w={110}
      inputMode="numeric"
      value={value}
      error={!whole && (value === '' || !isTime(value))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return (
    <>
      <table className="sh-channels">
        <thead>
          <tr>
            <th scope="col">{t('kind')}</th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {noticeTypes.map((type) => (
          <tbody key={type}>
            <tr className="sh-channels-type">
              <th colSpan={4} scope="rowgroup">
                {t(`type.${type}`)}
              </th>
            </tr>
            {chosenKinds
              .filter((kind) => noticeKinds[kind].type === type)
              .map((kind) => (
                <tr key={kind}>
                  <th scope="row">{t(`kind.${kind as Exclude<NoticeKindName, 'testNotice'>}`)}</th>
                  {noticeChannels.map((channel) => (
                    <td key={channel}>
                      <Checkbox
                        size="xs"
                        aria-label={`${t(`kind.${kind as Exclude<NoticeKindName, 'testNotice'>}`)}: ${t(`channel.${channel}`)}`}
                        checked={chosen[kind][channel]}
                        onChange={(event) => set(kind, channel, event.currentTarget.checked)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
      <fieldset className="sh-choice">
        <legend>{t('quiet')}</legend>
        <div className="sh-inline-form">
          {time(t('quietFrom'), '20:00', from, setFrom)}
          {time(t('quietTo'), '08:00', to, setTo)}
          {(from !== '' || to !== '') && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                setFrom('');
                setTo('');
              }}
            >
              {t('quietNone')}
            </Button>
          )}
        </div>
        <p className="ops-muted sh-notice-lead">
          {whole ? t('quietText') : t('quietBoth')}
          {whole && inQuietHours(next, serverClock.now()) && <> {t('quietNow')}</>}
        </p>
      </fieldset>
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      <div className="sh-inline-form">
        <Button loading={pending} disabled={!whole || !changed} onClick={() => void keep()}>
          {t('keep')}
        </Button>
        <Button
          variant="subtle"
          disabled={JSON.stringify(chosen) === JSON.stringify(usual)}
          onClick={() => setChosen(usual)}
        >
          {t('usual')}
        </Button>
        {changed && <span className="ops-muted">{t('unsaved')}</span>}
      </div>
    </>
  );
}
