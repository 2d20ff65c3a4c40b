import type { Permission } from '../core/permission.ts';
import type { MasterDef, MasterOrder } from './master-def.ts';
import type { MasterField } from './master-field.ts';

/** What may be done to many records of a master at once, each of which answers for itself. */
export interface BulkStep {
  /** `update`, `activate`, `deactivate`, `cancel`; `move.<action>` of a life with stages; `order.<name>` of records with a stream of their own. */
  readonly name: string;
  readonly need: Permission;
  /** What is asked for once and given to every record. */
  readonly fields: readonly MasterField[];
  /** One of the fields at a time is changed, the others stay as they are. */
  readonly oneField: boolean;
  readonly reason: 'none' | 'optional' | 'required';
  readonly danger: boolean;
  readonly order?: MasterOrder;
}

/** Every step of a record's life that many can take together; both ends ask here, so that nothing is offered that is then unknown. */
export function bulkSteps(def: MasterDef): readonly BulkStep[] {
  return def.source ? (def.orders ?? []).flatMap((order) => orderStep(order)) : plainSteps(def);
}

function orderStep(order: MasterOrder): readonly BulkStep[] {
  const { bulk } = order;
  if (order.creates || bulk === false) return [];
  const fields = bulk ? order.fields.filter(({ name }) => bulk.includes(name)) : order.fields;
  return [{ name: `order.${order.name}`, need: order.need, fields, oneField: bulk !== undefined, reason: 'none', danger: order.danger ?? false, order }];
}

function plainSteps(def: MasterDef): readonly BulkStep[] {
  const step = (name: string, need: Permission, more: Partial<BulkStep> = {}): BulkStep => ({
    name,
    need,
    fields: [],
    oneField: false,
    reason: 'optional',
    danger: false,
    ...more,
  });
  const edits = def.rights.includes('edit');
  const moves = Object.entries(def.stages?.actions ?? {}).filter(([, action]) => action.screen === undefined || action.screen === def.name);
  return [
    ...(edits ? [step('update', def.need('edit'), { fields: changeableTogether(def), oneField: true })] : []),
    ...(edits && !def.stages ? [step('activate', def.need('edit')), step('deactivate', def.need('edit'))] : []),
    ...moves
      .filter(([, action]) => action.need !== undefined || def.rights.includes(action.right))
      .map(([name, action]) => step(`move.${name}`, action.need ?? def.need(action.right), { reason: action.asksReason ? 'required' : 'optional' })),
    ...(def.rights.includes('delete') ? [step('cancel', def.need('delete'), { danger: true })] : []),
  ];
}

/** Fields that may be the same in many records. */
function changeableTogether(def: MasterDef): readonly MasterField[] {
  return def.fields.filter(
    (field) =>
      field.kind !== 'rows' &&
      !field.readOnly &&
      !field.readOnlyAfterUse &&
      (!def.changeable || def.changeable.includes(field.name)) &&
      !def.uniques.some((rule) => rule.name.split('.').includes(field.name)),
  );
}

/** What is asked for: all fields of the step, or the one that was chosen. What a master's own field loses by an empty value, an order's cannot. */
export function askedOf({ fields, oneField, order }: BulkStep, chosen: string | undefined): readonly MasterField[] {
  return oneField ? fields.filter(({ name }) => name === chosen).map((field) => ({ ...field, required: order !== undefined })) : fields;
}
