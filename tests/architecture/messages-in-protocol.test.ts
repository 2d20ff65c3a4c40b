import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { services } from '#shared/core/view.ts';
import { readMessage } from '#server/sources/message.ts';
import { sources } from '#server/sources/register.ts';

const protocol = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
const written = /```jsonl\n([\s\S]*?)```/
  .exec(protocol)![1]!
  .trim()
  .split('\n')
  .map(
    (line) =>
      JSON.parse(line) as {
        service: (typeof services)[number];
        entity: string;
        data: unknown;
        change: string;
      },
  );

test('docs/protocol.md has a table row and a working body for every entity', () => {
  const declared = services.flatMap((service) =>
    sources[service].resources.map((resource) => ({ service, resource })),
  );
  for (const { service, resource } of declared) {
    const home = resource.stream
      ? `\`${resource.stream}-<ours>\``
      : `\`mirror-${service}-${resource.entity}-<id>\``;
    expect(protocol).toContain(
      `| ${service} | \`/${service}/${resource.path}\` | \`${resource.entity}\` | ${home} |`,
    );
    expect(written.find((body) => body.service === service && body.entity === resource.entity)).toMatchObject(
      resource.example,
    );
  }
  expect(written).toHaveLength(declared.length);
  for (const body of written) expect(readMessage(body, body.service)).toEqual(body);
});
