import { parseArgs } from 'node:util';

export const faultNames = [
  'duplicate',
  'reorder',
  'late',
  'drop',
  'garbage',
  'badSignature',
  'down',
] as const;
export type Fault = (typeof faultNames)[number];

export interface Options {
  /** Changes a second. */
  readonly rate: number;
  readonly seed: number;
  readonly faults: ReadonlySet<Fault>;
  /** `customer.signup`: send one and exit. */
  readonly once: string | null;
  /** A running server to feed; without it one is started. */
  readonly attach: string | null;
  readonly seconds: number | null;
}

export const help = `npm run simulate -- [options]
  --rate N        changes a second (default 1)
  --seed N        the same seed plays the same day
  --faults LIST   ${faultNames.join(',')}
  --once E        send one message, e.g. customer.signup, print it, and end
  --attach URL    feed the server that runs there, with the demo secrets of its DATA_DIR
  --seconds N     end after that time`;

/** Parses the command line; throws one clear line for what it does not understand. */
export function readOptions(args: readonly string[], random: () => number): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string' },
      seed: { type: 'string' },
      faults: { type: 'string' },
      once: { type: 'string' },
      attach: { type: 'string' },
      seconds: { type: 'string' },
    },
    strict: true,
  });
  const number = (name: 'rate' | 'seed' | 'seconds', usual: number, most: number): number => {
    if (values[name] === undefined) return usual;
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value < 0 || value > most)
      throw new Error(`--${name}: a number from 0 to ${most} is wanted, got "${values[name]}"`);
    return value;
  };
  const faults = (values.faults ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = faults.find((name) => !(faultNames as readonly string[]).includes(name));
  if (unknown) throw new Error(`--faults: "${unknown}" is none of ${faultNames.join(', ')}`);
  if (values.attach !== undefined && !URL.canParse(values.attach))
    throw new Error(`--attach: an address is wanted, got "${values.attach}"`);
  return {
    rate: number('rate', 1, 1_000),
    seed: number('seed', Math.floor(random() * 1_000_000), 2 ** 32),
    faults: new Set(faults as Fault[]),
    once: values.once ?? null,
    attach: values.attach?.replace(/\/$/, '') ?? null,
    seconds: values.seconds === undefined ? null : number('seconds', 0, 86_400),
  };
}
