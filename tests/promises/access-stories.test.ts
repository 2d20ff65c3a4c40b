import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '#server/demo/accounts.ts';
import { role } from '#shared/streams/access/role.ts';
import { tempdesig } from '#shared/streams/access/tempdesig.ts';
import { employee } from '#shared/streams/people/employee.ts';
import { openAccessServer, type AccessServer } from '#tests/kit/access-server.ts';

let server: AccessServer;
beforeAll(async () => {
  server = await openAccessServer();
});
afterAll(() => server?.close());

it.each([employee, role, tempdesig].map((def) => [def.name, def] as const))(
  'the story of %s runs from beginning to end, by real commands of real people',
  async (_name, def) => {
    const emitted = new Set<string>();
    let made = '';
    for (const step of def.story!) {
      const stream = step.stream.replace('$', made);
      const empId = demoAccounts.find((account) => account.login === step.as)?.empId;
      const viewer =
        step.as === 'system'
          ? server.access.systemViewer('story')
          : server.access.people.viewer(empId!, null)!;
      const seen = await server.server.log.readStream(stream);
      const done = await server.server.handle({
        stream,
        command: step.command,
        input: step.input,
        viewer,
        correlationId: 'story',
        ...(stream.endsWith('-new') ? {} : { expectedVersion: seen.length }),
      });
      expect(done, `${step.as} ${stream} ${step.command} ${JSON.stringify(done)}`).not.toHaveProperty(
        'refused',
      );
      if (stream.endsWith('-new')) made = (done as { id: string }).id;
      for (const event of (await server.server.log.readStream(step.stream.replace(/new|\$/, made))).slice(
        stream.endsWith('-new') ? 0 : seen.length,
      ))
        emitted.add(event.type);
    }
    expect(emitted.size).toBeGreaterThan(2);
    const translations = def.translations as { en: Record<string, string>; es: Record<string, string> };
    for (const type of emitted)
      expect([translations.en[type], translations.es[type]], type).toEqual([
        expect.any(String),
        expect.any(String),
      ]);
  },
);
