import { describe, expect, it } from 'vitest';
import { inPoos, may, type Viewer } from './permission.ts';

const viewer = (more: Partial<Viewer>): Viewer =>
  ({ kind: 'person', admin: false, rights: new Set(), ...more }) as Viewer;

describe('may', () => {
  it('given nobody signed in, then only public routes are open', () => {
    expect(may(null, 'public').ok).toBe(true);
    for (const need of ['signedIn', 'system', 'Masters/colour:view'] as const)
      expect(may(null, need), need).toEqual({ ok: false, rule: 'signedOut' });
  });
  it('given a command of the system, then a person, an admin and a device may not send it', () => {
    expect(may(viewer({ admin: true }), 'system').ok).toBe(false);
    expect(may(viewer({ kind: 'device' }), 'system').ok).toBe(false);
    expect(may(viewer({ kind: 'source' }), 'system').ok).toBe(true);
    expect(may(viewer({ kind: 'system' }), 'system').ok).toBe(true);
  });
  it('given an admin without a single right, then every permission is granted', () => {
    expect(may(viewer({ admin: true }), 'Masters/colour:delete')).toMatchObject({ ok: true, rule: 'admin' });
  });
  it('given one right, then it grants what it names and nothing else', () => {
    const one = viewer({ rights: new Set(['Masters/colour:view']) });
    expect(may(one, ['Masters/brand:view', 'Masters/colour:view']).ok).toBe(true);
    expect(may(one, 'Masters/colour:edit')).toMatchObject({ ok: false, rule: 'missingRight' });
  });
});

it('given a record without a place, then only a viewer of all places sees it', () => {
  expect([
    inPoos({ poos: 'all' }, null),
    inPoos({ poos: [1] }, null),
    inPoos({ poos: [1] }, 1),
    inPoos({ poos: [1] }, 2),
  ]).toEqual([true, false, true, false]);
});
