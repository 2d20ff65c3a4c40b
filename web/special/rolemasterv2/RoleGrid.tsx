import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Group } from '#shared/core/permission.ts';
import { groups } from '#shared/core/permission.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconChevronDown, IconChevronRight, IconSearch } from '#web/parts/icons.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { connectionName, useRole, useRoleNames } from './role-calls.ts';
import { boxesOf, grantsOf, includes, withBox } from './role-grid.ts';
import type { Grant, Grants, RoleLine } from './role-grid.ts';
import { useRoleTranslations } from './translations.ts';
import type { TranslateRole } from './translations.ts';
import './role.css';
import { finder } from '#shared/core/plain.ts';

export const boxText = (
  box: Grant,
): 'full' | 'view' | 'create1' | 'edit' | 'delete' | 'approve' | 'access' | 'export' | 'menu' =>
  box === 'create' ? 'create1' : box;

export interface RoleGridProps {
  readonly roleId: number | null;
  readonly lines: readonly RoleLine[];
  readonly before: Grants;
  readonly grants: Grants;
  /** Null when read-only. */
  readonly onChange: ((grants: Grants) => void) | null;
}

/**
 * Every screen by group with a check box per right; searchable, comparable with another role, navigable with
 * the arrow keys.
 */
export function RoleGrid({ roleId, lines, before, grants, onChange }: RoleGridProps): ReactNode {
  const t = useRoleTranslations();
  const language = useLanguage();
  const box = useRef<HTMLInputElement>(null);
  const [find, setFind] = useState('');
  const [only, setOnly] = useState<'all' | 'granted' | 'changed'>('all');
  const [opened, setOpened] = useState<ReadonlySet<Group>>(
    () =>
      new Set(
        groups
          .filter((group) => lines.some((line) => line.group === group && grants.has(line.key)))
          .slice(0, 2),
      ),
  );
  const [otherId, setOtherId] = useState<number | null>(null);
  const names = useRoleNames();
  const other = useRole(otherId, null);
  const otherGrants = useMemo(() => (other.data ? grantsOf(other.data) : null), [other.data]);
  useCommands([
    {
      id: 'role.find',
      label: t('find'),
      keys: '/',
      scope: 'panel',
      quiet: true,
      run: () => box.current?.focus(),
    },
  ]);
  const found = finder(find);
  const isChanged = (line: RoleLine): boolean =>
    boxesOf(line.group).some(
      (one) => (before.get(line.key)?.has(one) ?? false) !== (grants.get(line.key)?.has(one) ?? false),
    );
  const passes = (line: RoleLine): boolean => {
    if (only === 'granted' && !grants.has(line.key)) return false;
    if (only === 'changed' && !isChanged(line)) return false;
    return found(`${connectionName(line, language)} ${line.entity} ${line.section ?? ''}`);
  };
  const narrowed = find.trim() !== '' || only !== 'all';
  return (
    <div className="ro-grid">
      <div className="ma-bar-row">
        <TextInput
          ref={box}
          className="ma-search"
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          value={find}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('onlyGranted')}
          checked={only === 'granted'}
          onChange={(event) => setOnly(event.currentTarget.checked ? 'granted' : 'all')}
        />
        <Checkbox
          size="xs"
          label={t('onlyChanged')}
          checked={only === 'changed'}
          onChange={(event) => setOnly(event.currentTarget.checked ? 'changed' : 'all')}
        />
        <NativeSelect
          aria-label={t('compare')}
          className="ro-compare"
          value={otherId ?? ''}
          onChange={(event) =>
            setOtherId(event.currentTarget.value ? Number(event.currentTarget.value) : null)
          }
          data={[
            { value: '', label: `${t('compare')}: ${t('compareNone')}` },
            ...(names.data ?? [])
              .filter((one) => one.roleId !== roleId)
              .map((one) => ({ value: String(one.roleId), label: one.vRoleName })),
          ]}
        />
        {otherGrants && <span className="ops-muted">{t('compareHint')}</span>}
      </div>
      {groups.map((group) => {
        const all = lines.filter((line) => line.group === group);
        const list = all.filter(passes);
        if (list.length === 0) return null;
        const open = narrowed || opened.has(group);
        const granted = all.filter((line) => grants.has(line.key)).length;
        return (
          <section key={group} className="ro-group">
            <h3>
              <Button
                variant="subtle"
                className="ro-toggle"
                aria-expanded={open}
                leftSection={
                  open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} className="ma-flip" />
                }
                onClick={() =>
                  setOpened((now) =>
                    now.has(group)
                      ? new Set([...now].filter((one) => one !== group))
                      : new Set([...now, group]),
                  )
                }
              >
                {t(`group.${group}`)}{' '}
                <span className="ops-muted ops-figures ro-count">
                  {t('grantedOf', { n: granted, total: all.length })}
                </span>
              </Button>
            </h3>
            {open && (
              <GroupTable
                group={group}
                lines={list}
                grants={grants}
                before={before}
                other={otherGrants}
                otherName={other.data?.vRoleName ?? ''}
                onChange={onChange}
                t={t}
                name={(line) => connectionName(line, language)}
              />
            )}
          </section>
        );
      })}
    </div>
  );
}

interface TableProps {
  readonly group: Group;
  readonly lines: readonly RoleLine[];
  readonly grants: Grants;
  readonly before: Grants;
  readonly other: Grants | null;
  readonly otherName: string;
  readonly onChange: ((grants: Grants) => void) | null;
  readonly t: TranslateRole;
  readonly name: (line: RoleLine) => string;
}

function GroupTable({
  group,
  lines,
  grants,
  before,
  other,
  otherName,
  onChange,
  t,
  name,
}: TableProps): ReactNode {
  const boxes = boxesOf(group);
  const table = useRef<HTMLTableElement>(null);
  const key = (event: KeyboardEvent): void => {
    const at = (event.target as HTMLElement).dataset.at?.split(' ').map(Number);
    const step = (
      { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as Record<
        string,
        [number, number]
      >
    )[event.key];
    if (!at || !step) return;
    const side = document.documentElement.dir === 'rtl' ? -1 : 1;
    const next = table.current?.querySelector<HTMLInputElement>(
      `[data-at="${at[0]! + step[0]} ${at[1]! + step[1] * side}"]`,
    );
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className="ma-scroll">
      <table ref={table} className="ma-table ro-table" onKeyDown={key}>
        <thead>
          <tr>
            <th scope="col">{t('screen')}</th>
            {boxes.map((box, column) => {
              const on = lines.filter((line) => grants.get(line.key)?.has(box)).length;
              return (
                <th key={box} scope="col">
                  <label>
                    <input
                      type="checkbox"
                      data-at={`-1 ${column}`}
                      aria-label={t('all', { box: t(boxText(box)), group: t(`group.${group}`) })}
                      checked={on === lines.length}
                      disabled={onChange === null}
                      ref={(element) => {
                        if (element) element.indeterminate = on > 0 && on < lines.length;
                      }}
                      onChange={(event) =>
                        onChange?.(
                          lines.reduce(
                            (now, line) => withBox(now, line.key, box, event.currentTarget.checked),
                            grants,
                          ),
                        )
                      }
                    />
                    {t(boxText(box))}
                  </label>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr key={line.key}>
              <th scope="row">
                {name(line)}
                {line.section && line.section !== 'Reports' && (
                  <span className="ops-muted"> · {line.section}</span>
                )}
              </th>
              {boxes.map((box, column) => {
                const own = grants.get(line.key)?.has(box) ?? false;
                const through = !own && includes(grants, line.key, box);
                const changed = (before.get(line.key)?.has(box) ?? false) !== own;
                const theirs = other ? includes(other, line.key, box) : null;
                const differs = theirs !== null && theirs !== (own || through);
                return (
                  <td
                    key={box}
                    data-changed={changed || undefined}
                    title={differs ? t(theirs ? 'otherHas' : 'otherLacks', { role: otherName }) : undefined}
                  >
                    <input
                      type="checkbox"
                      data-at={`${row} ${column}`}
                      aria-label={`${t('box', { box: t(boxText(box)), screen: name(line) })}${differs ? `, ${t(theirs ? 'otherHas' : 'otherLacks', { role: otherName })}` : ''}`}
                      checked={own || through}
                      disabled={onChange === null || through}
                      onChange={(event) =>
                        onChange?.(withBox(grants, line.key, box, event.currentTarget.checked))
                      }
                    />
                    {differs && (
                      <span className="ro-mark" data-theirs={theirs || undefined} aria-hidden="true" />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
