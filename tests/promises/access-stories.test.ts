import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '#server/demo/accounts.ts';
import { role } from '#shared/streams/access/role.ts';
import { tempdesig } from '#shared/streams/access/tempdesig.ts';
import { employee } from '#shared/streams/people/employee.ts';
import { openAccessHouse, type AccessHouse } from '#tests/kit/access-house.ts';

let house: AccessHouse;
beforeAll(async () => {
  house = await openAccessHouse();
});
afterAll(() => house?.close());

it.each([employee, role, tempdesig].map((def) => [def.name, def] as const))(
  '%s tells its story from beginning to end, in real orders of real people',
  async (_name, def) => {
    const told = new Set<string>();
    let made = '';
    for (const step of def.story!) {
      const stream = step.stream.replace('$', made);
      const empId = demoAccounts.find((account) => account.login === step.as)?.empId;
      const viewer = step.as === 'system' ? house.access.systemViewer('story') : house.access.people.viewer(empId!, null)!;
      const seen = await house.house.log.readStream(stream);
      const done = await house.house.handle({
        stream,
        command: step.command,
        input: step.input,
        viewer,
        correlationId: 'story',
        ...(stream.endsWith('-new') ? {} : { expectedVersion: seen.length }),
      });
      expect(done, `${step.as} ${stream} ${step.command} ${JSON.stringify(done)}`).not.toHaveProperty('refused');
      if (stream.endsWith('-new')) made = (done as { id: string }).id;
      for (const event of (await house.house.log.readStream(step.stream.replace(/new|\$/, made))).slice(stream.endsWith('-new') ? 0 : seen.length))
        told.add(event.type);
    }
    expect(told.size).toBeGreaterThan(2);
    const words = def.words as { en: Record<string, string>; es: Record<string, string> };
    for (const type of told) expect([words.en[type], words.es[type]], type).toEqual([expect.any(String), expect.any(String)]);
  },
);
