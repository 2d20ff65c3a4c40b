import type { ReactNode } from 'react';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { holdsAny } from './offer.ts';
import { useDocumentTranslations } from './translations.ts';
import type { OpenRecord } from './use-record.ts';

/** Ids of scans without an answer, by record and code. They outlive the screen, which may be left meanwhile. */
const unanswered = new Map<string, string>();

/**
 * Codes that the server identifies, one after the other. A scan keeps its id until it is answered: where only
 * the answer was lost, the same code scanned again counts once.
 */
export function ServerScan({
  def,
  own,
  state,
  open,
}: {
  def: DocumentDef;
  own: Translate;
  state: DocumentState;
  open: OpenRecord;
}): ReactNode {
  const t = useDocumentTranslations();
  const person = usePerson();
  const scan = def.scans?.find(({ stages, need }) => stages.includes(state.stage) && holdsAny(person, need));
  if (!scan) return null;
  const send = async (code: string): Promise<ScanAnswer> => {
    const scanned = `${def.stream.name}/${state.id}/${scan.command}/${code}`;
    const scanId = unanswered.get(scanned) ?? crypto.randomUUID();
    unanswered.set(scanned, scanId);
    try {
      const answer = await api.command(def.stream.name, state.id, scan.command, { code, scanId });
      unanswered.delete(scanned);
      await open.reload();
      const {
        product = '',
        batch = '',
        qty = 0,
        left = 0,
      } = answer as unknown as Partial<{
        product: string;
        batch: string;
        qty: number;
        left: number;
      }>;
      return {
        ok: true,
        text: t('scanned', { product, batch, n: formatNumber(qty), left: formatNumber(left) }),
      };
    } catch (reason) {
      const failure = failureOf(reason);
      if (!failure.again) unanswered.delete(scanned);
      return { ok: false, text: failure.message };
    }
  };
  return <ScanField key={scan.command} label={own(scan.label)} autoFocus onScan={send} />;
}
