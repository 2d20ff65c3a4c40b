import fc from 'fast-check';

/** The subset of JSON Schema that the routes use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | boolean;
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Hostile values. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\u202e',
      "' or 1=1 --",
      '"; drop table events; --',
      '%00',
      '../../../etc/passwd',
      '<script>alert(1)</script>',
      '=cmd|calc',
      '${7*7}',
      '__proto__',
      'constructor',
      'x'.repeat(20_000),
      -1,
      0,
      1.5,
      -0,
      1e21,
      Number.MAX_SAFE_INTEGER + 2,
      2 ** 63,
      [],
      {},
      null,
      true,
      [[[[]]]],
      { __proto__: null, length: -1 },
      '2026-02-30',
      '9999-99-99T99:99:99Z',
      '+910000000000',
    ),
  },
);

const translations = fc.constantFrom(
  'Anita Rao',
  'Maria de la Cruz',
  '14, 3rd Cross',
  'Pañales',
  '日本語',
  'a',
  'MAIN',
  'family is travelling',
  '5550140301',
  'other',
  'new',
);

/** Values that a schema accepts, or nearly: a pattern is only followed as to its length. */
export function fitting(schema: Schema | boolean | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (schema === undefined || typeof schema === 'boolean' || depth > 6) return fc.jsonValue({ maxDepth: 2 });
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either && either.length > 0) return fc.oneof(...either.map((one) => fitting(one, depth + 1)));
  // Several patterns of one text stand under `allOf` as well.
  if (schema.allOf && schema.allOf.length > 0 && schema.type !== 'string')
    return fc
      .tuple(...schema.allOf.map((one) => fitting(one, depth + 1)))
      .map((parts) => Object.assign({}, ...(parts as object[])) as unknown);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number': {
      const min = Math.max(schema.minimum ?? -10, -1_000_000_000);
      return fc.integer({
        min: Math.ceil(min),
        max: Math.max(Math.ceil(min), Math.floor(Math.min(schema.maximum ?? min + 400, 1_000_000_000))),
      });
    }
    case 'array':
      return fc.array(fitting(schema.items, depth + 1), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: Math.max(Math.min(schema.maxItems ?? 3, 3), Math.min(schema.minItems ?? 0, 3)),
      });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const must = new Set(schema.required ?? []);
      return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, fitting(one, depth + 1)])), {
        requiredKeys: properties.map(([name]) => name).filter((name) => must.has(name)),
      });
    }
    default:
      return text(schema);
  }
}

function text(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'email') return fc.constantFrom('anita@care.example', 'x@y.example');
  if (schema.format?.startsWith('date'))
    return fc.constantFrom('2026-11-18', '2026-11-18T05:00:00.000Z', '1958-03-12');
  return translations.map((word) =>
    word.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 200),
  );
}

/**
 * A valid value in which one part, at any depth, is replaced by a hostile value, removed, or given an unknown
 * sibling.
 */
export function spoiled(schema: Schema | undefined): fc.Arbitrary<unknown> {
  return fc
    .tuple(fitting(schema), hostile, fc.nat(50), fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, bad, where, how]) => {
      const copy = structuredClone(value) as unknown;
      const places: { readonly in: Record<string, unknown>; readonly key: string }[] = [];
      const walk = (node: unknown): void => {
        if (node === null || typeof node !== 'object') return;
        for (const key of Object.keys(node)) {
          places.push({ in: node as Record<string, unknown>, key });
          walk((node as Record<string, unknown>)[key]);
        }
      };
      walk(copy);
      const place = places[where % Math.max(1, places.length)];
      if (!place) return bad;
      if (how === 'remove') delete place.in[place.key];
      else
        Object.defineProperty(place.in, how === 'add' ? `x${place.key}` : place.key, {
          value: bad,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      return copy;
    });
}
