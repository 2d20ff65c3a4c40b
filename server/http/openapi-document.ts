/** A route or command to describe; `example` is a body that works in the demo organisation. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly summary: string;
  readonly need: string;
  readonly body?: unknown;
  readonly example?: unknown;
  readonly parameters: readonly unknown[];
}

/** Every refusal has the same shape; the status gives the reason. */
const refusals: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'A field is malformed'],
  401: ['SignedOut', 'Nobody is signed in, or the signature is wrong'],
  403: ['Forbidden', 'The caller does not hold the right'],
  404: ['NotFound', 'The record does not exist or is outside of what the caller may see'],
  409: ['Conflict', 'The record changed meanwhile, or is in another state'],
  410: ['Gone', 'The record or its deadline is over'],
  413: ['TooLarge', 'The body is too large'],
  422: ['Refused', 'A rule of the business refuses it'],
  423: ['Locked', 'Somebody else holds the record'],
  428: ['VersionRequired', 'The header If-Match is missing'],
  429: ['TooMany', 'Too many requests; Retry-After says when to come again'],
  500: ['Fault', 'A fault of the server; quote the correlation id'],
  503: ['Unavailable', 'Overloaded, read-only or without its store; Retry-After says when to come again'],
};
const ofEveryRoute = [400, 404, 429, 500, 503];
const ofGuarded = [401, 403];
const ofChanges = [409, 413, 422, 428];
const ofCommands = [410, 423];

/** The OpenAPI 3.1 document of the given operations. */
export function describeOperations(
  operations: readonly Operation[],
  parts: { version: string; cookieName: string },
): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  const tags = new Set<string>();
  for (const operation of operations) {
    // A path with a trailing slash is the same route once more.
    if (operation.path.endsWith('/')) continue;
    const tag = tagOf(operation.path);
    tags.add(tag);
    (paths[operation.path] ??= {})[operation.method] = describeOperation(operation, tag);
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Ops Console',
      version: parts.version,
      description:
        'Commands, queries and the calls of the base services. Sockets and feeds: docs/protocol.md and docs/asyncapi.yaml.',
      contact: { name: 'The maintainers of Ops Console' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The node that serves this document' }],
    tags: [...tags].toSorted().map((name) => ({ name, description: `Routes of ${name}` })),
    paths,
    components: components(parts.cookieName),
  };
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' ? portable(value) : value,
  );
}

/** Many validators compile patterns without the flag `u`, which `\p{Cc}` (control characters) needs. */
function portable(pattern: string): string {
  return pattern.replaceAll(String.raw`[^\p{Cc}]`, controlFree).replaceAll(String.raw`\P{Cc}`, controlFree);
}
const controlFree = String.raw`[^\u0000-\u001f\u007f-\u009f]`;

function tagOf(path: string): string {
  return path.split('/')[path.startsWith('/commands/') ? 2 : 1] ?? '';
}

function describeOperation(operation: Operation, tag: string): unknown {
  const { method, path, need, summary, parameters, body, example } = operation;
  const guarded = need !== 'public' && need !== 'machine';
  const command = path.startsWith('/commands/');
  const statuses = [
    ...ofEveryRoute,
    ...(guarded ? ofGuarded : []),
    ...(method === 'get' ? [] : ofChanges),
    ...(command ? ofCommands : []),
  ];
  return {
    operationId: `${method} ${path}`.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    ...(summary ? { summary } : {}),
    description: `Needs: ${need}`,
    tags: [tag],
    parameters,
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, ...(example ? { example } : {}) } },
          },
        }
      : {}),
    responses: {
      200: command
        ? {
            description: 'The events are committed',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/CommandAnswer' } } },
          }
        : { description: 'Success' },
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/${refusals[status]?.[0]}` }]),
      ),
    },
    security: securityOf(path, guarded),
  };
}

function securityOf(path: string, guarded: boolean): readonly unknown[] {
  if (path.startsWith('/relay/webhooks/') || path === '/telephony/webhooks' || path === '/payments/webhooks')
    return [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }];
  if (path === '/metrics') return [{}, { metricsToken: [] }];
  return guarded ? [{ cookie: [], token: [] }, { token: [] }] : [];
}

function components(cookieName: string): unknown {
  const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });
  return {
    securitySchemes: {
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName,
        description: "A person's session, together with the token",
      },
      token: header(
        'authtoken',
        "The token of a session, or a device's token alone on routes made for devices",
      ),
      webhookId: header('webhook-id', 'The id of the webhook'),
      webhookTimestamp: header('webhook-timestamp', 'Unix seconds, within 300 s of the clock of the server'),
      webhookSignature: header('webhook-signature', 'HMAC-SHA256 by the Standard Webhooks scheme'),
      metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
    },
    responses: Object.fromEntries(
      Object.values(refusals).map(([name, description]) => [
        name,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      ]),
    ),
    schemas: {
      CommandAnswer: {
        type: 'object',
        required: ['id', 'stream', 'version', 'position'],
        properties: {
          id: { type: 'string' },
          stream: { type: 'string' },
          version: { type: 'integer' },
          position: { type: 'integer' },
        },
      },
      Error: {
        type: 'object',
        required: ['code', 'message', 'correlationId'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          field: { type: 'string' },
          line: { type: 'integer' },
          details: { type: 'object' },
          correlationId: { type: 'string' },
        },
      },
    },
  };
}
