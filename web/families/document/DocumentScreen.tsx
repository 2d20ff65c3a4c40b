import { use, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { partBefore } from '#shared/core/cut.ts';
import { listName, type DocumentDef, type DocumentRow } from '#shared/families/document.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed } from '#web/live/use-feed.ts';
import { DeniedState } from '#web/parts/states.tsx';
import { useTranslations } from '#web/locales/translations.ts';
import { loadDocument } from './declaration.ts';
import { DocumentListView } from './DocumentListView.tsx';
import { DocumentPage } from './DocumentPage.tsx';
import { useDocumentTranslations } from './translations.ts';
import './document.css';

const documentOf = (name: string): string => partBefore(name, '.');

/** Fetches the declaration before the first render. */
export const prepare = (name: string): Promise<DocumentDef> => loadDocument(documentOf(name));

/** One list of a kind of document, named `<document>.<entity>`; an open document replaces the list. */
export function DocumentScreen({ name }: { name: string }): ReactNode {
  const def = use(loadDocument(documentOf(name)));
  return <Room def={def} name={name} />;
}

function Room({ def, name }: { def: DocumentDef; name: string }): ReactNode {
  const t = useDocumentTranslations();
  const own = useTranslations(def.name).t;
  const [params, setParams] = useSearchParams();
  const feed = useFeed<DocumentRow & Row>(`documents/${def.name}`);
  const list = def.lists.find(({ entity }) => listName(def.name, entity) === name) ?? def.lists[0];
  const id = params.get('id');
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (id) opened.current = id;
  }, [id]);
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  if (id)
    return (
      <DocumentPage
        key={id}
        def={def}
        own={own}
        id={id}
        feed={feed}
        onClose={() => setParams({}, { replace: false })}
      />
    );
  return (
    <DocumentListView
      def={def}
      list={list}
      own={own}
      feed={feed}
      opened={opened.current}
      onOpen={(next) => setParams({ id: next })}
    />
  );
}
