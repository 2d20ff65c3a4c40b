import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { screens } from '#shared/access/screens.ts';
import { groups } from '#shared/core/permission.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useMutation } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Field } from '#web/parts/field/Field.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import type { DetailsProps } from '#web/families/master/plug.ts';
import { useHolders, useRole } from './role-calls.ts';
import type { Role } from './role-calls.ts';
import { grantsOf, linesOf } from './role-grid.ts';
import { useRoleTranslations } from './translations.ts';
import './role.css';

type Act = 'copy' | 'rename';

/** Summary of a role: screens granted, holders, and actions. */
export function RoleDetails({ def, row, speech, onChanged }: DetailsProps): ReactNode {
  const t = useRoleTranslations();
  const person = usePerson();
  const role = useRole(row.id, row.version);
  const holders = useHolders(row.id, row.version);
  const [act, setAct] = useState<Act | null>(null);
  const second = useMutation({
    mutationFn: (now: Role) =>
      api.command(
        'role',
        now.roleId,
        'setSecondFactor',
        { bSecondFactor: now.bSecondFactor === 1 ? 0 : 1 },
        { version: now.version },
      ),
    onSuccess: onChanged,
    onError: (error) =>
      toast({
        text: failureOf(error).message,
        tone: 'danger',
        correlationId: failureOf(error).correlationId,
      }),
  });
  if (role.error && !role.data)
    return <ErrorState failure={failureOf(role.error)} onRetry={() => void role.refetch()} />;
  if (!role.data) return <Skeleton rows={5} />;
  const now = role.data;
  const grants = grantsOf(now);
  const lines = linesOf(screens, [now]);
  const off = (right: 'create' | 'edit'): string | null =>
    !hasRight(person, def.need(right))
      ? t('noRight', { right: speech.t(`right.${right}`) })
      : now.iStatus === 0 && right !== 'create'
        ? t('retired')
        : null;
  const opens = groups.flatMap((group) => {
    const n = lines.filter((line) => line.group === group && grants.has(line.key)).length;
    return n > 0 ? [{ group, n }] : [];
  });
  return (
    <div className="ro-facts">
      <div className="ro-acts">
        <ActionButton label={t('copy')} disabled={off('create')} onClick={() => setAct('copy')} />
        <ActionButton label={t('rename')} disabled={off('edit')} onClick={() => setAct('rename')} />
        <ActionButton
          label={now.bSecondFactor === 1 ? t('secondOff') : t('secondOn')}
          disabled={off('edit')}
          pending={second.isPending}
          onClick={() => second.mutate(now)}
        />
      </div>
      <p className="ma-plain">
        {t('second')}: <strong>{t(now.bSecondFactor === 1 ? 'yes' : 'no')}</strong>
      </p>
      <section>
        <h3>{t('opens')}</h3>
        {opens.length === 0 ? (
          <p className="ops-muted">{t('nothing')}</p>
        ) : (
          <ul>
            {opens.map(({ group, n }) => (
              <li key={group}>
                {t(`group.${group}`)} <span className="ops-muted">{t('rights', { count: n })}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3>
          {t('holders')} <span className="ops-muted ops-figures">{holders.data?.length ?? ''}</span>
        </h3>
        {holders.data?.length === 0 ? (
          <p className="ops-muted">{t('holdersNone')}</p>
        ) : (
          <ul>
            {holders.data?.slice(0, 50).map((one) => (
              <li key={one.empId}>
                <Link to={`/masters/emplist?row=${one.empId}`}>{one.name}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      {act && (
        <ActDialog
          act={act}
          role={now}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            toast({ text: t('done'), tone: 'ok' });
            onChanged();
          }}
        />
      )}
    </div>
  );
}

function ActDialog({
  act,
  role,
  onDone,
  onClose,
}: {
  act: Act;
  role: Role;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useRoleTranslations();
  const draft = useDraft(`role.${act}`, role.roleId, { name: act === 'rename' ? role.vRoleName : '' });
  const { name } = draft.values;
  const command = useCommand('role', act === 'copy' ? 'copyRole' : 'renameRole');
  return (
    <SendDialog
      title={t(`${act}Title`, { name: role.vRoleName })}
      verb={t(act)}
      cancel={t('back')}
      sending={command}
      draft={draft}
      wrong={{ vRoleName: name.trim().length < 2 }}
      send={() =>
        act === 'copy'
          ? command.run('new', { fromRoleId: role.roleId, vRoleName: name.trim() })
          : command.run(role.roleId, { vRoleName: name.trim() }, { version: role.version })
      }
      onSent={onDone}
      onClose={onClose}
    >
      {(error) => (
        <Field
          kind="text"
          label={t('name')}
          value={name}
          onChange={(text) => draft.put({ name: text })}
          required
          maxLength={60}
          autoFocus
          error={error('vRoleName')}
        />
      )}
    </SendDialog>
  );
}
