import { describe, expect, it } from 'vitest';
import { linksFor } from './links-for.ts';

const link = (id: number, name: string, roleIds?: readonly number[]) => ({
  id,
  name,
  fields: { vUrl: `https://care.example/${id}`, ...(roleIds ? { roleIds } : {}) },
});
const rows = [link(1, 'Formulary'), link(2, 'Agents', [2]), link(3, 'Buyers', [3, 4]), link(4, 'All', [])];
const names = (viewer: Parameters<typeof linksFor>[1]) => linksFor(rows, viewer).map(({ name }) => name);

describe('the links of a person', () => {
  it('given a role, when links are offered, then those of the role and of everybody are', () =>
    expect(names({ admin: false, roleId: 2 })).toEqual(['Agents', 'All', 'Formulary']));
  it('given no role, then only those of everybody are', () =>
    expect(names({ admin: false, roleId: null })).toEqual(['All', 'Formulary']));
  it('given an admin, then all are', () =>
    expect(names({ admin: true, roleId: null })).toEqual(['Agents', 'All', 'Buyers', 'Formulary']));
});
