import { z } from 'zod';
import {
  feedOpenAnswer,
  fromClient,
  fromServer,
  heartbeatAnswer,
  rawFromClient,
  rawFromServer,
} from '#shared/wire-schema.ts';
import { closeCodes } from '#shared/wire.ts';

type Schemas = Readonly<Record<string, z.ZodType>>;

/** Not on the raw WebSocket: presence and heartbeats are for people's consoles. */
const socketIoOnly = ['presence', 'store:state', 'version:available', 'heartbeat'];

/** Acknowledgements of Socket.IO; the raw WebSocket uses `feed:opened` instead. */
const acknowledgements = { 'feed:open ack': feedOpenAnswer, 'heartbeat ack': heartbeatAnswer };

const key = (side: string, name: string): string => `${side}-${name.replace(/[: ]/g, '-')}`;
const ref = (path: string) => ({ $ref: `#/${path}` });

function messages(side: string, schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      key(side, name),
      { name, title: name, contentType: 'application/json', payload: plain(schema) },
    ]),
  );
}

function plain(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema) as Record<string, unknown>;
  return rest;
}

/** The AsyncAPI 3.1 document of the sockets, made from `shared/wire-schema.ts`. */
export function describeSockets(): unknown {
  const raw = (schemas: Schemas): Schemas =>
    Object.fromEntries(Object.entries(schemas).filter(([name]) => !socketIoOnly.includes(name)));
  const sides = {
    socketIo: { server: { ...fromServer, ...acknowledgements }, client: fromClient },
    raw: {
      server: { ...raw(fromServer), ...rawFromServer },
      client: { ...raw(fromClient), ...rawFromClient },
    },
  };
  const channel = (address: string, title: string, of: { server: Schemas; client: Schemas }) => ({
    address,
    title,
    messages: Object.fromEntries(
      [
        ...Object.keys(of.server).map((name) => key('server', name)),
        ...Object.keys(of.client).map((name) => key('client', name)),
      ].map((name) => [name, ref(`components/messages/${name}`)]),
    ),
  });
  const operation = (
    action: 'send' | 'receive',
    name: string,
    side: string,
    schemas: Schemas,
    description: string,
  ) => ({
    action,
    description,
    channel: ref(`channels/${name}`),
    messages: Object.keys(schemas).map((one) => ref(`channels/${name}/messages/${key(side, one)}`)),
  });
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Ops Console feeds',
      version: '0.1.0',
      description: `Messages over Socket.IO and raw WebSocket; docs/protocol.md explains them. Close codes: ${Object.entries(
        closeCodes,
      )
        .map(([name, code]) => `${code} ${name}`)
        .join(', ')}.`,
      contact: {
        name: 'The maintainers of Ops Console',
        url: 'https://ops-console.example',
        email: 'maintainers@ops-console.example',
      },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: [{ name: 'feeds', description: 'Live rows' }],
    },
    defaultContentType: 'application/json',
    servers: {
      node: {
        host: 'ops-console.example',
        protocol: 'wss',
        description: 'Any node',
        security: [ref('components/securitySchemes/token')],
      },
    },
    channels: {
      socketIo: channel('/socket.io', 'Socket.IO, WebSocket transport only', sides.socketIo),
      raw: channel('/ws/feeds', 'Raw WebSocket: one JSON object a message, with its name as type', sides.raw),
    },
    operations: {
      sendOverSocketIo: operation(
        'send',
        'socketIo',
        'server',
        sides.socketIo.server,
        'What the server emits',
      ),
      receiveOverSocketIo: operation(
        'receive',
        'socketIo',
        'client',
        sides.socketIo.client,
        'What a client emits; feed:open and heartbeat are acknowledged',
      ),
      sendOverRaw: operation('send', 'raw', 'server', sides.raw.server, 'What the server sends'),
      receiveOverRaw: operation(
        'receive',
        'raw',
        'client',
        sides.raw.client,
        'What a client sends; hello comes first',
      ),
    },
    components: {
      messages: {
        ...messages('server', { ...fromServer, ...acknowledgements, ...rawFromServer }),
        ...messages('client', { ...fromClient, ...rawFromClient }),
      },
      securitySchemes: {
        token: {
          type: 'userPassword',
          description: 'The token of a session beside its cookie, or the token of a device alone',
        },
      },
    },
  };
}

/** Block YAML with JSON scalars. */
export function toYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => `\n${indent}-${nested(one, indent)}`).join('');
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)
    return Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(
        ([name, one]) =>
          `\n${indent}${/^[A-Za-z][\w-]*$/.test(name) ? name : JSON.stringify(name)}:${nested(one, indent)}`,
      )
      .join('');
  return ` ${JSON.stringify(value)}`;
}

function nested(value: unknown, indent: string): string {
  return toYaml(value, `${indent}  `);
}
