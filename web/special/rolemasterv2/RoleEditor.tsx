import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { screens } from '#shared/access/screens.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useHere } from '#web/live/use-here.ts';
import { usePerson } from '#web/live/person.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { useLanguage } from '#web/locales/translations.ts';
import type { EditorProps } from '#web/families/master/plug.ts';
import { Page } from '#web/families/master/RecordPanel.tsx';
import { mayLeave, Unsaved } from '#web/families/master/RecordForm.tsx';
import { connectionName, readRole, useHolders, useRole } from './role-calls.ts';
import type { Role } from './role-calls.ts';
import { differences, grantsOf, linesOf, listsOf, withDifferences } from './role-grid.ts';
import type { Difference, RoleLine } from './role-grid.ts';
import { boxText, RoleGrid } from './RoleGrid.tsx';
import { useRoleTranslations } from './translations.ts';

const blank: Pick<
  Role,
  'permissionGroupsList' | 'permittedComponentsList' | 'vRoleName' | 'version' | 'iStatus'
> & { roleId: null } = {
  roleId: null,
  vRoleName: '',
  permissionGroupsList: [],
  permittedComponentsList: [],
  version: 0,
  iStatus: 1,
};

/** Creates or edits a role: a check box for every right, with the changes shown before saving. */
export function RoleEditor(props: EditorProps): ReactNode {
  const id = props.row?.id ?? null;
  const role = useRole(id, null);
  if (id === null) return <Sheet {...props} start={blank} />;
  if (role.error && !role.data)
    return <ErrorState failure={failureOf(role.error)} onRetry={() => void role.refetch()} />;
  return role.data ? <Sheet key={id} {...props} start={role.data} /> : <Skeleton rows={10} />;
}

type Start = Pick<
  Role,
  'permissionGroupsList' | 'permittedComponentsList' | 'vRoleName' | 'version' | 'iStatus'
> & { readonly roleId: number | null };

function Sheet({ start, speech, onSaved, onClose }: EditorProps & { start: Start }): ReactNode {
  const t = useRoleTranslations();
  const language = useLanguage();
  const person = usePerson();
  const [base, setBase] = useState(start);
  const draft = useDraft<{ name: string; changes: readonly Difference[] }>('role.editor', start.roleId, {
    name: start.vRoleName,
    changes: [],
  });
  const { name, changes } = draft.values;
  const lines = useMemo(() => linesOf(screens, [base]), [base]);
  const before = useMemo(() => grantsOf(base), [base]);
  const grants = useMemo(() => withDifferences(before, changes), [before, changes]);
  const setGrants = (next: typeof before): void => draft.put({ changes: differences(lines, before, next) });
  const [review, setReview] = useState(false);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [merged, setMerged] = useState(false);
  const here = useHere();
  const holders = useHolders(base.roleId, base.version);
  const list = useMemo(() => differences(lines, before, grants), [lines, before, grants]);
  const isNew = base.roleId === null;
  const dirty = list.length > 0 || (isNew && name.trim() !== '');
  useUnsaved(dirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state === 'blocked')
      void mayLeave(true, speech.t).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
    // oxlint-disable-next-line react/exhaustive-deps -- asked once a blocked move
  }, [blocker.state]);
  const off = base.iStatus === 0 ? t('retired') : null;
  const nameWrong = isNew && name.trim().length < 2;

  const save = async (): Promise<void> => {
    setTried(true);
    if (nameWrong || pending) return;
    setPending(true);
    setFailure(null);
    const lists = listsOf(lines, grants, base, (line) => connectionName(line, 'en'));
    try {
      const answer =
        base.roleId === null
          ? await api.command(
              'role',
              'new',
              'createRole',
              { vRoleName: name.trim(), ...lists },
              { key: newKey() },
            )
          : await api.command('role', base.roleId, 'changePermissions', lists, {
              key: newKey(),
              version: base.version,
            });
      draft.done();
      onSaved({ id: base.roleId ?? Number(answer.id), version: answer.version, left: !here.current });
    } catch (error) {
      const reason = failureOf(error);
      setFailure(reason);
      if (['versionConflict', 'fieldConflict'].includes(reason.code) && base.roleId !== null)
        await takeNewest(base.roleId);
      else setReview(false);
    } finally {
      setPending(false);
    }
  };
  const takeNewest = async (id: number): Promise<void> => {
    setBase(await readRole(id));
    setMerged(true);
    setFailure(null);
  };
  const leave = async (): Promise<void> => {
    if (await mayLeave(dirty, speech.t)) onClose();
  };
  const go = (): void => {
    setTried(true);
    if (isNew) void save();
    else setReview(true);
  };
  useCommands([
    {
      id: 'master.save',
      label: t('review'),
      keys: ['$mod+s', '$mod+Enter'],
      scope: 'panel',
      inFields: true,
      disabled: off,
      run: go,
    },
  ]);
  const mine =
    base.roleId !== null &&
    person.admin === false &&
    holders.data?.some(({ empId }) => empId === person.empId);
  return (
    <Page
      title={isNew ? t('newRole') : base.vRoleName}
      aside={<Unsaved dirty={dirty} />}
      onClose={() => void leave()}
      t={speech.t}
      foot={
        <>
          <ActionButton
            label={isNew ? t('create') : t('review')}
            keys="$mod+s"
            primary
            pending={pending}
            disabled={off ?? (mine ? t('own') : !isNew && list.length === 0 ? t('reviewNothing') : null)}
            onClick={go}
          />
          <Button variant="default" onClick={() => void leave()}>
            {speech.t('cancelEdit')}
          </Button>
          {list.length > 0 && <span className="ops-muted">{t('changes', { count: list.length })}</span>}
        </>
      }
    >
      <div className="ro-editor">
        {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
        <DraftNote draft={draft} />
        {merged && (
          <p className="ma-note" role="status">
            {t('newer')}
          </p>
        )}
        {mine && (
          <p className="ma-note" role="status">
            {t('own')}
          </p>
        )}
        {isNew && (
          <div className="ro-name">
            <Field
              kind="text"
              label={t('name')}
              value={name}
              onChange={(text) => draft.put({ name: text })}
              required
              maxLength={60}
              autoFocus
              error={tried && nameWrong ? t('nameMissing') : null}
            />
          </div>
        )}
        <RoleGrid
          roleId={base.roleId}
          lines={lines}
          before={before}
          grants={grants}
          onChange={off || mine ? null : setGrants}
        />
      </div>
      {review && (
        <Dialog
          open
          onClose={() => setReview(false)}
          width={600}
          title={t('reviewTitle')}
          actions={
            <>
              <Button variant="default" onClick={() => setReview(false)}>
                {t('back')}
              </Button>
              <Button
                data-autofocus
                loading={pending}
                disabled={list.length === 0}
                onClick={() => void save()}
              >
                {speech.t('save')}
              </Button>
            </>
          }
        >
          {failure && <InlineError failure={failure} />}
          {merged && (
            <p className="ma-note" role="status">
              {t('newer')}
            </p>
          )}
          <p className="ma-plain">
            {holders.data && holders.data.length > 0
              ? t('affected', { count: holders.data.length })
              : t('affectedNone')}{' '}
            {holders.data && holders.data.length > 0 && (
              <span className="ops-muted">
                {holders.data
                  .slice(0, 8)
                  .map((one) => one.name)
                  .join(', ')}
                {holders.data.length > 8 ? ' …' : ''}
              </span>
            )}
          </p>
          <Changes list={list} lines={lines} name={(line) => connectionName(line, language)} />
        </Dialog>
      )}
    </Page>
  );
}

function Changes({
  list,
  lines,
  name,
}: {
  list: readonly Difference[];
  lines: readonly RoleLine[];
  name: (line: RoleLine) => string;
}): ReactNode {
  const t = useRoleTranslations();
  if (list.length === 0) return <p className="ops-muted">{t('reviewNothing')}</p>;
  const part = (on: boolean): ReactNode => {
    const some = list.filter((one) => one.on === on);
    if (some.length === 0) return null;
    return (
      <section>
        <h3 className={on ? 'ops-tone-ok' : 'ops-tone-danger'}>
          {t(on ? 'given' : 'taken')} · <span className="ops-figures">{some.length}</span>
        </h3>
        <ul>
          {[...Map.groupBy(some, ({ key }) => key)].map(([key, boxes]) => {
            const line = lines.find((one) => one.key === key);
            return (
              <li key={key}>
                {line ? name(line) : key}{' '}
                <span className="ops-muted">({line && t(`group.${line.group}`)})</span>:{' '}
                {boxes.map(({ box }) => t(boxText(box))).join(', ')}
              </li>
            );
          })}
        </ul>
      </section>
    );
  };
  return (
    <div className="ro-diff ma-scroll ma-results" style={{ padding: 10 }}>
      {part(true)}
      {part(false)}
    </div>
  );
}
