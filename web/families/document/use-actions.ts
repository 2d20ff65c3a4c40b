import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DocumentLine, DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentAction, DocumentDef } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { Failure, failureOf } from '#web/live/failure.ts';
import { toast } from '#web/parts/toast.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { isEmpty } from './pending.ts';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations, type SayDocument } from './translations.ts';

interface Asking {
  readonly action: DocumentAction;
  readonly line: DocumentLine | null;
}

type Body = Readonly<Record<string, unknown>>;

function changedMeanwhile({ details, correlationId, status }: Failure, t: SayDocument): Failure {
  const message = t('changedMeanwhile', { by: String(details?.['by'] ?? '') });
  return new Failure({ code: 'versionConflict', message, correlationId }, status, false);
}

/** Actions of the document: input is saved first, then the command is sent with the version that was seen. */
export function useActions(def: DocumentDef, own: Translate, state: DocumentState, open: OpenRecord) {
  const t = useDocumentTranslations();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState<{ action: DocumentAction; body: Body } | null>(null);
  const send = async (action: DocumentAction, body: Body): Promise<boolean> => {
    const seen = open.record?.version ?? null;
    setPending(action.name);
    setFailure(null);
    setRefused(null);
    try {
      if (!isEmpty(open.pending) && !(await open.save())) return false;
      await api.command(def.stream.name, state.id, action.command, body, { version: seen });
      await open.reload();
      toast({ text: t('done', { what: own(`action.${action.name}`), ref: state.number }), tone: 'ok' });
      setAsking(null);
      return true;
    } catch (reason) {
      const failed = failureOf(reason);
      if (failed.code === 'versionConflict') {
        await open.reload();
        setRefused({ action, body });
        setFailure(changedMeanwhile(failed, t));
      } else setFailure(failed);
      return false;
    } finally {
      setPending(null);
    }
  };
  const begin = async (action: DocumentAction, line: DocumentLine | null): Promise<void> => {
    const { begins } = action;
    if (!begins) return;
    setPending(action.name);
    try {
      const answer = await api.command(begins.stream, 'new', begins.command, begins.input(state, line));
      await navigate(`${begins.route}?id=${answer.id}`);
    } catch (reason) {
      setFailure(failureOf(reason));
    } finally {
      setPending(null);
    }
  };
  return {
    asking,
    pending,
    failure,
    send,
    /** Sends the command that met a colleague's change, over the document as it is now. */
    again: refused ? () => void send(refused.action, refused.body) : null,
    act: (action: DocumentAction, line: DocumentLine | null = null): Promise<unknown> => {
      if (action.begins) return begin(action, line);
      if (action.inputs) return Promise.resolve(setAsking({ action, line }));
      return send(action, line ? { lineId: line.id } : {});
    },
    close: () => {
      setAsking(null);
      setFailure(null);
      setRefused(null);
    },
  };
}
