import { keep as keepOf, keptOf as kept, type Kept } from '#web/parts/kept.ts';

const space = 'ops-arranged';

export function keptOf(empId: number, queue: string): Kept {
  return kept(space, empId, queue);
}

export function keep(empId: number, queue: string, part: Kept): void {
  keepOf(space, empId, queue, part);
}
