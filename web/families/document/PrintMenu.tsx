import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { IconPrinter } from '#web/parts/icons.ts';
import { PdfPages } from '#web/parts/pdf/PdfPages.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { toast } from '#web/parts/toast.tsx';
import { api } from '#web/live/api.ts';
import { fetchPdf } from '#web/live/fetch-pdf.ts';
import { saveBlob } from '#web/live/save-blob.ts';
import { useFrame, useLanguage, type Translate } from '#web/locales/translations.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { OpenRecord } from './use-record.ts';
import { useDocumentTranslations } from './translations.ts';

type Paper = 'a4' | 'thermal' | 'labels';

/** Shows the print, and counts it when it is printed; a copy after the first needs a reason. */
export function PrintMenu({
  def,
  state,
  own,
  open,
}: {
  def: DocumentDef;
  state: DocumentState;
  own: Translate;
  open: OpenRecord;
}): ReactNode {
  const t = useDocumentTranslations();
  const frame = useFrame();
  const language = useLanguage();
  const [shown, setShown] = useState<{
    blob: Blob | null;
    failure: Failure | null;
    paper: Paper;
    language: 'en' | 'es';
  } | null>(null);
  const [large, setLarge] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const preview = async (paper: Paper, as: 'en' | 'es'): Promise<void> => {
    setShown({ blob: null, failure: null, paper, language: as });
    try {
      const blob = await fetchPdf(`/documents-print/${def.name}/${state.id}`, { language: as, paper });
      setShown({ blob, failure: null, paper, language: as });
    } catch (reason) {
      setShown({ blob: null, failure: failureOf(reason), paper, language: as });
    }
  };
  const print = async (reason?: string): Promise<boolean> => {
    try {
      await api.command(def.stream.name, state.id, 'notePrint', reason ? { reason } : {});
      await open.reload();
      const blob = await fetchPdf(`/documents-print/${def.name}/${state.id}`, {
        language: shown?.language ?? language,
        paper: shown?.paper ?? 'a4',
      });
      saveBlob(blob, `${state.number}.pdf`);
      setShown(null);
      setAsking(false);
      toast({ text: t('done', { what: t('print'), ref: state.number }), tone: 'ok' });
      return true;
    } catch (problem) {
      setFailure(failureOf(problem));
      return false;
    }
  };
  if (!def.print) return null;
  /** Labels are no copies of the document: they are neither counted nor marked. */
  const send = (): void => {
    if (shown?.paper === 'labels' && shown.blob) {
      saveBlob(shown.blob, `${state.number}-${t('paper.labels')}.pdf`);
      setShown(null);
    } else if (state.prints > 0) setAsking(true);
    else void print();
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPrinter size={16} />}>
            {t('print')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['a4', 'thermal', ...(def.print.labels ? (['labels'] as const) : [])] as const).flatMap((paper) =>
            (['en', 'es'] as const).map((as) => (
              <Menu.Item key={`${paper}${as}`} onClick={() => void preview(paper, as)}>
                {t(`paper.${paper}`)} · {t(`printIn.${as}`)}
              </Menu.Item>
            )),
          )}
        </Menu.Dropdown>
      </Menu>
      {shown && !asking && (
        <Dialog
          open
          onClose={() => setShown(null)}
          width={860}
          title={`${t('preview')} · ${state.number}`}
          actions={
            <>
              <Button variant="default" onClick={() => setShown(null)}>
                {frame('close')}
              </Button>
              <Button disabled={!shown.blob} onClick={send}>
                {t('print')}
              </Button>
            </>
          }
        >
          <div className="do-print">
            {shown.failure ? (
              <ErrorState failure={shown.failure} onRetry={() => void preview(shown.paper, shown.language)} />
            ) : shown.blob ? (
              <PdfPages
                blob={shown.blob}
                name={state.number}
                turned={0}
                zoom={{ large, label: t(large ? 'smaller' : 'larger'), onZoom: () => setLarge(!large) }}
                turn={null}
                save={null}
              />
            ) : (
              <Skeleton rows={10} />
            )}
          </div>
        </Dialog>
      )}
      {asking && (
        <ActionDialog
          title={t('reprint')}
          verb={t('print')}
          draft={[`${def.stream.name}.notePrint`, state.id]}
          fields={[{ name: 'reason', kind: 'paragraph', required: true }]}
          own={own}
          pending={false}
          failure={failure}
          label={() => t('reprintText', { n: state.prints })}
          onSend={(values) => print(String(values['reason']))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
