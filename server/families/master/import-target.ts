import { refuse } from '#shared/core/refusal.ts';
import type { Fields, MasterDef, MasterOrder } from '#shared/families/master-def.ts';
import { defineMaster } from '#shared/families/master.ts';

/** Records with a stream of their own are read in by the order that makes one: its fields are the columns of the file. */
const targets = new WeakMap<MasterDef, MasterDef>();

export function importTarget(def: MasterDef): MasterDef {
  if (!def.source) return def;
  let target = targets.get(def);
  if (!target) {
    const order = makingOrder(def);
    target = {
      ...defineMaster({
        route: def.route,
        name: def.name,
        group: def.group,
        entity: def.entity,
        kind: `${def.kind}:new`,
        title: def.title,
        plain: true,
        rights: def.rights,
        fields: order.fields,
        example: {},
      }),
      source: undefined,
      orders: [order],
    };
    targets.set(def, target);
  }
  return target;
}

export function makingOrder(def: MasterDef): MasterOrder {
  const order = def.orders?.find((one) => one.creates);
  if (!order) throw refuse('notFound', 404);
  return order;
}

/** Where a new record of a file goes, and what is asked there. */
export function making(def: MasterDef, fields: Fields, today: string): { stream: string; command: string; input: Readonly<Record<string, unknown>> } | null {
  if (!def.source) return null;
  const order = makingOrder(def);
  return { stream: `${order.aggregate}-new`, command: order.command, input: order.input(fields, today) };
}
