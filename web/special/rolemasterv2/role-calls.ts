import { screens } from '#shared/access/screens.ts';
import type { PermissionGroup, PermittedComponent } from '#shared/access/role-shape.ts';
import type { Language } from '#shared/core/translations.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { faces } from 'virtual:faces';
import type { RoleLine } from './role-grid.ts';

/** A role as the role endpoints return it. */
export interface Role {
  readonly roleId: number;
  readonly vRoleName: string;
  readonly permissionGroupsList: readonly PermissionGroup[];
  readonly permittedComponentsList: readonly PermittedComponent[];
  readonly bSecondFactor: 0 | 1;
  readonly iStatus: 0 | 1;
  readonly version: number;
  readonly employees: number;
}
export interface Holder {
  readonly empId: number;
  readonly name: string;
  readonly admin: boolean;
}

export function readRole(id: number, signal?: AbortSignal): Promise<Role> {
  return api.get<Role>(`/employee/api/v2/rolemaster/${id}`, signal ? { signal } : {});
}

export function useRole(id: number | null, version: number | null) {
  return useQuery({
    queryKey: ['role', id, version],
    enabled: id !== null,
    staleTime: 0,
    queryFn: ({ signal }) => readRole(id!, signal),
  });
}

export function useHolders(id: number | null, version: number | null) {
  return useQuery({
    queryKey: ['role-holders', id, version],
    enabled: id !== null,
    staleTime: 0,
    queryFn: ({ signal }) => api.get<readonly Holder[]>('/access/holders', { query: { roleId: id }, signal }),
  });
}

export function useRoleNames() {
  return useQuery({
    queryKey: ['role-names'],
    queryFn: ({ signal }) =>
      api.get<readonly { roleId: number; vRoleName: string }[]>('/employee/api/v2/roletypemaster/byname', {
        query: { records: 100 },
        signal,
      }),
  });
}

const titles = new Map(faces.map((face) => [face.route, face.title]));
const given = new Map(screens.flatMap(({ path, title }) => (title ? [[path, title] as const] : [])));

/** Display name of a screen. */
export function connectionName(line: RoleLine, language: Language): string {
  if (line.path) {
    const title = titles.get(line.path)?.[language] ?? given.get(line.path);
    if (title) return title;
  }
  return line.entity
    .replace(/[-/]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/^./, (first) => first.toUpperCase());
}
