import { describe, expect, it } from 'vitest';
import { accountsThreshold } from '#shared/masters/accounts-threshold.ts';
import { appointmentThreshold } from '#shared/masters/appointment-threshold.ts';
import { inEndThreshold } from '#shared/masters/in-end-threshold.ts';
import { product } from '#shared/masters/product/product.ts';
import { inForce, stageProblem } from './later-changes.ts';
import type { MasterState } from './state.ts';

const state = (fields: object): MasterState => ({ fields }) as MasterState;

describe('a threshold', () => {
  it.each([accountsThreshold, appointmentThreshold, inEndThreshold])(
    'of $name is frozen from its day on',
    (def) => {
      expect(inForce(def, state({ dFrom: '2026-10-05' }), '2026-11-18')).toMatchObject({
        code: 'inForce',
        field: 'dFrom',
        details: { date: '05-10-2026' },
      });
      expect(inForce(def, state({ dFrom: '2026-11-18' }), '2026-11-18')).toMatchObject({ code: 'inForce' });
      expect(inForce(def, state({ dFrom: '2026-11-19' }), '2026-11-18')).toBeNull();
    },
  );
});

describe('an active product', () => {
  const sold = {
    vKind: 'PHARMA',
    nReferenceMrpPaise: 30_00,
    vHsn: '3004',
    vGstClass: 'MED',
    schedules: ['H'],
    composition: [{ iMoleculeId: 1, nStrength: 500, vUnit: 'mg' }],
  };
  const named = () => ({});
  it.each([
    ['nReferenceMrpPaise', { nReferenceMrpPaise: undefined }],
    ['vHsn', { vHsn: undefined }],
    ['schedules', { schedules: [] }],
    ['composition', { composition: [] }],
  ])('cannot lose its %s', (field, change) => {
    expect(stageProblem(product, 'active', { ...sold, ...change }, named)).toMatchObject({
      code: 'required',
      field,
    });
    expect(stageProblem(product, 'draft', { ...sold, ...change }, named)).toBeNull();
  });
  it('can be changed otherwise', () => {
    expect(stageProblem(product, 'active', { ...sold, schedules: ['H', 'X'] }, named)).toBeNull();
  });
});
