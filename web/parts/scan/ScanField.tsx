import { ActionIcon, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { translations } from '#shared/core/translations.ts';
import { failureOf } from '#web/live/failure.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { IconCamera, IconScan, IconX } from '../icons.ts';
import { beep } from './beep.ts';
import { readCamera } from './camera.ts';
import './scan.css';

const namespace = 'scan';
addTranslations(
  namespace,
  translations({
    en: {
      camera: 'Scan with the camera',
      stop: 'Stop the camera',
      off: 'The camera cannot be used: {{why}}',
    },
    es: {
      camera: 'Escanear con la cámara',
      stop: 'Detener la cámara',
      off: 'No se puede usar la cámara: {{why}}',
    },
  }),
);

/** The result of a scan as text; `null` keeps the input, because a choice is pending. */
export interface ScanAnswer {
  readonly ok: boolean;
  readonly text: string;
}
export interface ScanFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly onScan: (text: string) => Promise<ScanAnswer | null>;
  readonly onText?: (text: string) => void;
  /** Arrow keys belong to a list of choices below. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement>) => boolean;
  readonly onPaste?: (text: string) => boolean;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly autoFocus?: boolean;
}

/** A refusal always says which code it is about. */
const naming = (code: string, text: string): string =>
  text.toLowerCase().includes(code.toLowerCase()) ? text : `${code}: ${text}`;

/**
 * Takes codes from a scanner that types, from the camera, or by hand. Every scan gets a response in sound,
 * colour and text.
 */
export function ScanField({
  label,
  placeholder,
  onScan,
  onText,
  onKey,
  onPaste,
  disabled = false,
  inputRef,
  autoFocus = false,
}: ScanFieldProps): ReactNode {
  const { t } = useTranslations(namespace);
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<ScanAnswer | null>(null);
  const [camera, setCamera] = useState(false);
  const busy = useRef<Promise<void>>(Promise.resolve());
  const edits = useRef(0);
  const become = (next: string): void => {
    edits.current += 1;
    setText(next);
    onText?.(next);
  };
  const scan = (code: string, box: HTMLInputElement | null): void => {
    const asked = code.trim();
    if (asked === '') return;
    // Selected at once, so that the next scan replaces this one whatever the answer is and whenever it comes.
    box?.select();
    const edit = edits.current;
    // A scanner is faster than an answer: codes wait in sequence.
    busy.current = busy.current.then(async () => {
      const said = await onScan(asked).catch((reason: unknown): ScanAnswer => ({
        ok: false,
        text: failureOf(reason).message,
      }));
      if (!said) return;
      beep(said.ok);
      setAnswer(said.ok ? said : { ok: false, text: naming(asked, said.text) });
      if (!box || edits.current !== edit) return;
      if (said.ok) become('');
      else box.select();
    });
  };
  return (
    <div className="ops-scan" data-tone={answer ? (answer.ok ? 'ok' : 'danger') : undefined}>
      <TextInput
        ref={inputRef}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        leftSection={<IconScan size={16} aria-hidden="true" />}
        rightSection={
          <ActionIcon
            aria-label={camera ? t('stop') : t('camera')}
            disabled={disabled}
            onClick={() => setCamera(!camera)}
          >
            {camera ? <IconX size={16} /> : <IconCamera size={16} />}
          </ActionIcon>
        }
        onChange={(event) => become(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData('text'))) event.preventDefault();
        }}
        onKeyDown={(event) => {
          if (onKey?.(event)) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            scan(text, event.currentTarget);
          } else if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            become('');
          }
        }}
      />
      <p className="ops-scan-answer" role="status">
        {answer?.text ?? ''}
      </p>
      {camera && (
        <Camera
          onCode={(code) => scan(code, null)}
          onOff={(why) => {
            setCamera(false);
            setAnswer({ ok: false, text: t('off', { why }) });
          }}
        />
      )}
    </div>
  );
}

function Camera({
  onCode,
  onOff,
}: {
  onCode: (text: string) => void;
  onOff: (why: string) => void;
}): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onCode, onOff });
  latest.current = { onCode, onOff };
  useEffect(() => {
    let stop: (() => void) | null = null;
    let left = false;
    if (!video.current) return undefined;
    readCamera(video.current, (text) => latest.current.onCode(text)).then(
      (ended) => {
        stop = ended;
        if (left) ended();
      },
      (reason: unknown) => latest.current.onOff(reason instanceof Error ? reason.message : String(reason)),
    );
    return () => {
      left = true;
      stop?.();
    };
  }, []);
  return <video ref={video} className="ops-scan-camera" muted playsInline />;
}
