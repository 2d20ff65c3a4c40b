import { Button, Menu, Radio } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { SavedView } from '#shared/families/master-wire.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useMutation, useQuery, useQueryClient } from '#web/live/query.ts';
import { ask as askYes } from '#web/parts/ask.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import type { ColumnArrangement, GridControl } from '#web/parts/grid/control.ts';
import { IconCheck, IconChevronDown, IconTrash } from '#web/parts/icons.ts';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { Speech } from './columns.tsx';
import { door } from './declaration.ts';
import { isFilter } from './keep.ts';
import type { ListAsk } from './list-rows.ts';
import type { ListState } from './use-list-state.ts';

interface Settings {
  readonly ask: ListAsk;
  readonly columns: readonly ColumnArrangement[];
}

/** What a saved view holds, as far as it can be understood. */
export function settingsOf(view: Pick<SavedView, 'settings'>): Settings {
  const { q, filter, cancelled, columns } = view.settings;
  return {
    ask: { q: typeof q === 'string' ? q : '', filter: isFilter(filter) ? filter : {}, cancelled: cancelled === true },
    columns: Array.isArray(columns)
      ? columns.filter((one): one is ColumnArrangement => typeof one === 'object' && one !== null && typeof (one as { id?: unknown }).id === 'string')
      : [],
  };
}

/** Views of the list that people kept: for themselves, for their role, for everybody. */
export function ViewsMenu({ def, state, control, speech }: { def: MasterDef; state: ListState; control: GridControl<any>; speech: Speech }): ReactNode {
  const { t } = speech;
  const person = usePerson();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [saving, setSaving] = useState<SavedView | 'new' | null>(null);
  const key = ['master-views', def.name];
  const views = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<readonly SavedView[]>(door('views', def.name), { signal }) });
  const away = useMutation({
    mutationFn: (view: SavedView) => api.delete<object>(door('views', def.name, view.id)),
    onSuccess: (_answer, view) => {
      if (state.viewId === view.id) state.setView(null);
      void client.invalidateQueries({ queryKey: key });
    },
    onError: (error) => toast({ text: failureOf(error).message, tone: 'danger', correlationId: failureOf(error).correlationId }),
  });
  useCommands([{ id: 'master.views', label: t('views'), keys: 'v', scope: 'screen', run: () => setOpened((now) => !now) }]);
  const current = views.data?.find(({ id }) => id === state.viewId);
  const choose = (view: SavedView): void => {
    const { ask, columns } = settingsOf(view);
    state.setView(view.id, ask);
    if (columns.length > 0) control.arrange(columns);
  };
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
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" aria-keyshortcuts="v" rightSection={<IconChevronDown size={14} />} data-active={current ? true : undefined}>
            {current ? current.name : t('views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflow: 'auto' }}>
          <Menu.Item
            leftSection={!current ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
            onClick={() => {
              state.setView(null, {});
              control.resetColumns();
            }}
          >
            {t('viewAll')}
          </Menu.Item>
          {(['private', 'role', 'shared'] as const).map((scope) => {
            const list = views.data?.filter((view) => view.scope === scope) ?? [];
            return list.length === 0
              ? null
              : [
                  <Menu.Label key={scope}>{t(`viewScope.${scope}`)}</Menu.Label>,
                  ...list.map((view) => (
                    <Menu.Item
                      key={view.id}
                      leftSection={view.id === state.viewId ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
                      onClick={() => choose(view)}
                    >
                      {view.name}
                    </Menu.Item>
                  )),
                ];
          })}
          {views.error && <Menu.Label>{failureOf(views.error).message}</Menu.Label>}
          <Menu.Divider />
          {current && (current.mine || person.admin) && <Menu.Item onClick={() => setSaving(current)}>{t('viewUpdate', { name: current.name })}</Menu.Item>}
          <Menu.Item onClick={() => setSaving('new')}>{t('viewSave')}</Menu.Item>
          {current && (current.mine || person.admin) && (
            <Menu.Item color="danger" leftSection={<IconTrash size={14} />} onClick={() => void remove(current)}>
              {t('viewRemoveTitle', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveView
          def={def}
          view={saving === 'new' ? null : saving}
          ask={state.ask}
          control={control}
          speech={speech}
          onClose={() => setSaving(null)}
          onSaved={(view) => {
            setSaving(null);
            state.setView(view.id);
            void client.invalidateQueries({ queryKey: key });
            toast({ text: t('viewSaved', { name: view.name }), tone: 'ok' });
          }}
        />
      )}
    </>
  );
}

function SaveView({
  def,
  view,
  ask,
  control,
  speech,
  onClose,
  onSaved,
}: {
  def: MasterDef;
  view: SavedView | null;
  ask: ListAsk;
  control: GridControl<any>;
  speech: Speech;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}): ReactNode {
  const { t } = speech;
  const draft = useDraft<{ name: string; scope: SavedView['scope'] }>(`${def.name}.view`, view?.id ?? null, {
    name: view?.name ?? '',
    scope: view?.scope ?? 'private',
  });
  const { name, scope } = draft.values;
  const [id] = useState(() => view?.id ?? newKey());
  const save = useMutation({
    mutationFn: () =>
      api.put<SavedView>(door('views', def.name, id), {
        name: name.trim(),
        scope,
        settings: { q: ask.q, filter: ask.filter, cancelled: ask.cancelled, columns: control.arrangement() },
      }),
    onSuccess: (saved) => {
      draft.done();
      onSaved(saved);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={view ? t('viewUpdate', { name: view.name }) : t('viewSave')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button loading={save.isPending} disabled={name.trim() === ''} onClick={() => save.mutate()}>
            {t('save')}
          </Button>
        </>
      }
    >
      {save.error && <InlineError failure={failureOf(save.error)} />}
      <DraftNote draft={draft} />
      <Field kind="text" label={t('viewName')} value={name} onChange={(text) => draft.put({ name: text })} required maxLength={80} autoFocus />
      <Radio.Group label={t('viewFor')} value={scope} onChange={(value) => draft.put({ scope: value as SavedView['scope'] })}>
        <div className="ma-sides">
          {(['private', 'role', 'shared'] as const).map((one) => (
            <Radio key={one} size="xs" value={one} label={t(`viewScope.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <p className="ops-muted ma-plain">{t('viewHolds')}</p>
    </Dialog>
  );
}
