import type { Service } from '#shared/core/view.ts';
import type { Resource, SourceDef } from './source.ts';
import { customer } from './customer.ts';
import { employee } from './employee.ts';
import { lead } from './lead.ts';
import { masters } from './masters.ts';
import { payment } from './payment.ts';
import { prescription } from './prescription.ts';
import { product } from './product.ts';
import { purchase } from './purchase.ts';
import { supplier } from './supplier.ts';

export const sources: Readonly<Record<Service, SourceDef>> = {
  employee,
  masters,
  lead,
  product,
  prescription,
  customer,
  purchase,
  supplier,
  payment,
};

export function resourceOf(service: Service, entity: string): Resource | undefined {
  return sources[service].resources.find((resource) => resource.entity === entity);
}
