import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import { Dialog } from '../Dialog.tsx';
import { DraftNote } from '../DraftNote.tsx';
import { InlineError } from '../states.tsx';
import type { Failed } from '../states.tsx';
import { toast } from '../toast.tsx';
import { useUnsaved } from '../unsaved.ts';
import './send.css';

/** What sends the input: a command, an upload, whatever answers with something or nothing. */
export interface Sending<A> {
  readonly pending: boolean;
  readonly failure: (Failed & { readonly field?: string }) | null;
  /** Sends the same again under the same key. */
  readonly retry?: () => Promise<A>;
}

/** What is wrong with an input: a sentence, or true for "required". */
export type Wrong = string | boolean | null | undefined;

export interface SendDialogProps<A, F extends string = string> {
  readonly title: ReactNode;
  /** px */
  readonly width?: number;
  /** The label of the button that sends. */
  readonly verb: string;
  readonly danger?: boolean;
  /** The label of the button that does not; default Cancel. */
  readonly cancel?: string;
  readonly sending: Sending<A>;
  /** The inputs that show their own errors, with what keeps each from being sent. Shown once sending was tried. */
  readonly wrong: Readonly<Record<F, Wrong>>;
  /** Keeps the input while the dialog is closed; deleted when it was sent. */
  readonly draft?: { readonly restored: string | null; forget(): void; done(): void };
  /** Input that no draft keeps: neither Esc nor a click outside closes the dialog, and leaving the page asks first. */
  readonly keep?: boolean;
  /** Sends; a falsy answer means that it failed and is explained by `sending.failure`. */
  readonly send: () => Promise<A>;
  /** The toast after success. */
  readonly done?: string;
  /** After success, with the answer; default: `onClose`. */
  readonly onSent?: (answer: NonNullable<A>) => void;
  readonly onClose: () => void;
  /** The inputs; `error` says what is wrong with one of `wrong`. */
  readonly children: (error: (field: F) => string | null) => ReactNode;
}

/**
 * A dialog that collects input and sends it. Enter sends, in a text of several lines Ctrl+Enter; Esc closes. What is
 * missing is said at its input, which gets the focus; a refusal is shown and leaves the input as typed; until the
 * answer is here nothing closes it or sends again.
 */
export function SendDialog<A, F extends string = string>({
  title,
  width,
  verb,
  danger = false,
  cancel,
  sending: { pending, failure, retry },
  wrong,
  draft,
  keep = false,
  send,
  done,
  onSent,
  onClose,
  children,
}: SendDialogProps<A, F>): ReactNode {
  const frame = useFrame();
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [tries, setTries] = useState(0);
  useUnsaved(keep);
  const fields = Object.keys(wrong);
  const own = failure?.field !== undefined && fields.includes(failure.field);
  // to the first input with an error, whether it was found here or by the server
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const error = (field: F): string | null => {
    const what = tries > 0 ? wrong[field] : null;
    if (what) return what === true ? frame('field.required') : what;
    return failure?.field === field ? failure.message : null;
  };
  const settle = async (work: () => Promise<A>): Promise<void> => {
    if (busy.current || pending) return;
    busy.current = true;
    try {
      const answer = await work();
      if (!answer) return setTries((n) => n + 1);
      draft?.done();
      if (done !== undefined) toast({ text: done, tone: 'ok' });
      if (onSent) onSent(answer);
      else onClose();
    } finally {
      busy.current = false;
    }
  };
  const go = (): void => {
    if (Object.values<Wrong>(wrong).some(Boolean)) setTries((n) => n + 1);
    else void settle(send);
  };
  const goByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    go();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={keep}
      pending={pending}
      title={title}
      {...(width === undefined ? {} : { width })}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {cancel ?? frame('cancel')}
          </Button>
          <Button color={danger ? 'danger' : 'accent'} loading={pending} onClick={go} onKeyDown={goByKey}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="ops-send"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          go();
        }}
        onKeyDown={goByKey}
      >
        {draft && <DraftNote draft={draft} />}
        {children(error)}
        {failure && !own && (
          <InlineError
            failure={failure}
            {...(retry && failure.again ? { onRetry: () => void settle(retry) } : {})}
          />
        )}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
