import { Button, Menu, Radio } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SavedView } from '#shared/families/master-wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useMutation, useQuery, useQueryClient } from '#web/live/query.ts';
import { useCommands } from '../commands/use-commands.ts';
import { Field } from '../field/Field.tsx';
import { IconCheck, IconChevronDown, IconTrash } from '../icons.ts';
import { prompt as askYes } from '../prompt.tsx';
import { SendDialog } from '../send/SendDialog.tsx';
import { toast } from '../toast.tsx';
import { useDraft } from '../use-draft.ts';
import { useViewTranslations } from './translations.ts';
import './views.css';

export interface SavedViewsProps {
  /** The member these views belong to. */
  readonly name: string;
  /** Path of its saved views, e.g. `/masters-views/brandMaster`. */
  readonly path: string;
  /** The view the address names. */
  readonly viewId: string | null;
  /** The current settings of the list, to be saved. */
  readonly settings: () => SavedView['settings'];
  /** Shows a saved view, or everything. */
  readonly onChoose: (view: SavedView | null) => void;
  /** The address names this view from now on; null when it was removed. */
  readonly onNamed: (viewId: string | null) => void;
}

/** Saved views of a list: personal, for a role, for everybody. */
export function SavedViews(props: SavedViewsProps): ReactNode {
  const { name, path, viewId, onChoose, onNamed } = props;
  const t = useViewTranslations();
  const person = usePerson();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [saving, setSaving] = useState<SavedView | 'new' | null>(null);
  const key = ['saved-views', path];
  const views = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<readonly SavedView[]>(path, { signal }),
  });
  const away = useMutation({
    mutationFn: (view: SavedView) => api.delete<object>(`${path}/${view.id}`),
    onSuccess: (_answer, view) => {
      if (viewId === view.id) onNamed(null);
      void client.invalidateQueries({ queryKey: key });
    },
    onError: (error) =>
      toast({
        text: failureOf(error).message,
        tone: 'danger',
        correlationId: failureOf(error).correlationId,
      }),
  });
  useCommands([
    {
      id: `${name}.views`,
      label: t('views'),
      keys: 'v',
      scope: 'screen',
      run: () => setOpened((now) => !now),
    },
  ]);
  const current = views.data?.find(({ id }) => id === viewId);
  const remove = async (view: SavedView): Promise<void> => {
    if (
      await askYes({
        title: t('viewRemoveTitle', { name: view.name }),
        body: view.scope === 'private' ? undefined : t('viewRemoveText'),
        danger: true,
        yes: t('viewRemove'),
        no: t('back'),
      })
    )
      away.mutate(view);
  };
  const mine = current && (current.mine || person.admin) ? current : null;
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            aria-keyshortcuts="v"
            rightSection={<IconChevronDown size={14} />}
            data-active={current ? true : undefined}
          >
            {current ? current.name : t('views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflow: 'auto' }}>
          <Choice label={t('viewAll')} chosen={!current} onClick={() => onChoose(null)} />
          {(['private', 'role', 'shared'] as const).map((scope) => {
            const list = views.data?.filter((view) => view.scope === scope) ?? [];
            return list.length === 0
              ? null
              : [
                  <Menu.Label key={scope}>{t(`viewScope.${scope}`)}</Menu.Label>,
                  ...list.map((view) => (
                    <Choice
                      key={view.id}
                      label={view.name}
                      chosen={view.id === viewId}
                      onClick={() => onChoose(view)}
                    />
                  )),
                ];
          })}
          {views.error && <Menu.Label>{failureOf(views.error).message}</Menu.Label>}
          <Menu.Divider />
          {mine && (
            <Menu.Item onClick={() => setSaving(mine)}>{t('viewUpdate', { name: mine.name })}</Menu.Item>
          )}
          <Menu.Item onClick={() => setSaving('new')}>{t('viewSave')}</Menu.Item>
          {mine && (
            <Menu.Item color="danger" leftSection={<IconTrash size={14} />} onClick={() => void remove(mine)}>
              {t('viewRemoveTitle', { name: mine.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveView
          {...props}
          view={saving === 'new' ? null : saving}
          onClose={() => setSaving(null)}
          onSaved={(view) => {
            setSaving(null);
            onNamed(view.id);
            void client.invalidateQueries({ queryKey: key });
            toast({ text: t('viewSaved', { name: view.name }), tone: 'ok' });
          }}
        />
      )}
    </>
  );
}

function Choice({
  label,
  chosen,
  onClick,
}: {
  label: string;
  chosen: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <Menu.Item
      leftSection={chosen ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}

function SaveView({
  name: member,
  path,
  settings,
  view,
  onClose,
  onSaved,
}: SavedViewsProps & {
  view: SavedView | null;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}): ReactNode {
  const t = useViewTranslations();
  const draft = useDraft<{ name: string; scope: SavedView['scope'] }>(`${member}.view`, view?.id ?? null, {
    name: view?.name ?? '',
    scope: view?.scope ?? 'private',
  });
  const { name, scope } = draft.values;
  const [id] = useState(() => view?.id ?? newKey());
  const save = useMutation({
    mutationFn: () => api.put<SavedView>(`${path}/${id}`, { name: name.trim(), scope, settings: settings() }),
  });
  return (
    <SendDialog
      title={view ? t('viewUpdate', { name: view.name }) : t('viewSave')}
      verb={t('save')}
      cancel={t('back')}
      sending={{ pending: save.isPending, failure: save.error ? failureOf(save.error) : null }}
      draft={draft}
      wrong={{ name: name.trim() === '' }}
      send={() =>
        new Promise<SavedView | null>((settle) => {
          save.mutate(undefined, { onSuccess: settle, onError: () => settle(null) });
        })
      }
      onSent={onSaved}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Field
            kind="text"
            label={t('viewName')}
            value={name}
            onChange={(text) => draft.put({ name: text })}
            required
            maxLength={80}
            autoFocus
            error={error('name')}
          />
          <Radio.Group
            label={t('viewFor')}
            value={scope}
            onChange={(value) => draft.put({ scope: value as SavedView['scope'] })}
          >
            <div className="ops-view-scopes">
              {(['private', 'role', 'shared'] as const).map((one) => (
                <Radio key={one} size="xs" value={one} label={t(`viewScope.${one}`)} />
              ))}
            </div>
          </Radio.Group>
          <p className="ops-muted ops-view-holds">{t('viewHolds')}</p>
        </>
      )}
    </SendDialog>
  );
}
