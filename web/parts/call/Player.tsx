import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Moment } from '#shared/streams/calls/review/state.ts';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '#web/parts/icons.ts';
import { usePlayerTranslations } from './player-translations.ts';
import { clockText, playerKey, skipSec, speeds, within } from './seek.ts';
import './player.css';

/** Notes bound to seconds of the recording; without `onAdd` they are only read. */
export interface PlayerNotes {
  readonly rows: readonly Moment[];
  readonly empId: number | null;
  readonly onAdd?: (atSec: number, text: string) => Promise<boolean>;
  readonly onRemove?: (id: string) => void;
  readonly pending?: boolean;
}

/** A recording with play, skip, speed and position, by mouse and by keyboard. */
export function Player({
  url,
  label,
  notes,
}: {
  url: string;
  label: string;
  notes?: PlayerNotes;
}): ReactNode {
  const t = usePlayerTranslations();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [now, setNow] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState(1);
  const [failed, setFailed] = useState(false);
  const seek = (second: number): void => {
    const to = within(second, length);
    setNow(to);
    if (audio.current) audio.current.currentTime = to;
  };
  const toggle = (): void => {
    if (!audio.current) return;
    if (audio.current.paused)
      audio.current.play().then(
        () => setFailed(false),
        () => setFailed(true),
      );
    else audio.current.pause();
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = event.target as HTMLElement;
    const typing = at.matches('select, textarea, input:not([type=range])');
    const does = typing || event.ctrlKey || event.metaKey || event.altKey ? null : playerKey(event.key);
    // The space bar presses the button that has the focus.
    if (does === null || (event.key === ' ' && at.matches('button'))) return;
    event.preventDefault();
    event.stopPropagation();
    if (does === 'toggle') toggle();
    else if (does === 'start') seek(0);
    else if (does === 'end') seek(length);
    else seek((audio.current?.currentTime ?? now) + does);
  };
  const name = t(playing ? 'pause' : 'play');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys work wherever the focus is in the player
    <section className="pl-player" aria-label={label} onKeyDown={onKey}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a call has no captions; notes stand below it */}
      <audio
        ref={audio}
        src={url}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setFailed(true)}
        onEnded={() => setPlaying(false)}
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onTimeUpdate={(event) => setNow(event.currentTarget.currentTime)}
      />
      {failed && (
        <p role="alert" className="pl-failed">
          {t('failed')}
        </p>
      )}
      <div className="pl-row">
        <ActionIcon variant="filled" size={32} aria-label={name} title={name} onClick={toggle}>
          {playing ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
        </ActionIcon>
        <input
          className="pl-seek"
          type="range"
          min={0}
          max={Math.max(1, Math.floor(length))}
          step={1}
          value={Math.floor(now)}
          aria-label={t('position')}
          aria-valuetext={t('at', { now: clockText(now), end: clockText(length) })}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        <span className="pl-clock ops-figures">
          {clockText(now)} / {clockText(length)}
        </span>
      </div>
      <div className="pl-row">
        <Button size="compact-xs" variant="default" onClick={() => seek(now - skipSec)}>
          {t('back')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => seek(now + skipSec)}>
          {t('forward')}
        </Button>
        <NativeSelect
          className="pl-speed"
          size="xs"
          aria-label={t('speed')}
          value={String(speed)}
          data={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            setSpeed(next);
            if (audio.current) audio.current.playbackRate = next;
          }}
        />
      </div>
      <p className="ops-muted pl-keys">{t('keys')}</p>
      {notes && <Notes notes={notes} now={now} onJump={seek} />}
    </section>
  );
}

function Notes({
  notes: { rows, empId, onAdd, onRemove, pending },
  now,
  onJump,
}: {
  notes: PlayerNotes;
  now: number;
  onJump: (second: number) => void;
}): ReactNode {
  const t = usePlayerTranslations();
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    if (text.trim().length < 2 || !onAdd) return;
    if (await onAdd(Math.floor(now), text.trim())) setText('');
  };
  return (
    <div className="pl-notes">
      <h3>{t('notes')}</h3>
      {rows.length === 0 && <p className="ops-muted">{t('noNotes')}</p>}
      <ul>
        {rows.map((row) => {
          const at = clockText(row.atSec);
          return (
            <li key={row.id}>
              <button
                type="button"
                className="ops-link ops-figures"
                aria-label={t('jump', { at, text: row.text })}
                onClick={() => onJump(row.atSec)}
              >
                {at}
              </button>
              <span>
                {row.text} <span className="ops-muted">{row.by.name}</span>
              </span>
              {onRemove && row.by.empId === empId && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t('remove', { at })}
                  title={t('remove', { at })}
                  onClick={() => onRemove(row.id)}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      {onAdd && (
        <form
          className="pl-add"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextField
            label={t('note', { at: clockText(now) })}
            value={text}
            maxLength={500}
            onChange={setText}
          />
          <Button
            type="submit"
            variant="default"
            loading={pending ?? false}
            disabled={text.trim().length < 2}
          >
            {t('addNote')}
          </Button>
        </form>
      )}
    </div>
  );
}
