import { readFileSync } from 'node:fs';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { providerStatuses } from '#shared/streams/calls/call/provider.ts';
import { report, type Report } from './provider.ts';

const path = texts.code(/^[\w-]+(\.[\w-]+)*$/);

/** How another provider names things: our names lead to dotted paths in its bodies, its statuses to ours. */
export const mappingFile = z.strictObject({
  /** Paths below the address, `{callRef}` filled in. */
  dial: texts.own().default('/calls'),
  step: texts.own().default('/calls/{callRef}/{action}'),
  status: texts.own().default('/calls/{callRef}'),
  headers: z.record(texts.own(), texts.own()).default({}),
  /** Further fields of the dial body, such as a flow id. */
  dialBody: z.record(texts.own(), texts.ownValue()).default({}),
  /** Renames fields of the dial body: our name → theirs. */
  dialFields: z.record(texts.own(), texts.own()).default({}),
  /** Where a report keeps what: our name → path. */
  fields: z
    .strictObject({
      callRef: path.default('callRef'),
      providerCallId: path.default('providerCallId'),
      status: path.default('status'),
      at: path.default('at'),
      talkSec: path.default('talkSec'),
      endedBy: path.default('endedBy'),
      consent: path.default('consent'),
      recordingUrl: path.default('recording.url'),
      recordingSeconds: path.default('recording.seconds'),
    })
    .prefault({}),
  statuses: z.record(texts.own(), z.enum(providerStatuses)).default({}),
  /** Hosts besides the address from which recordings may be fetched. */
  recordingHosts: z.array(texts.own()).default([]),
});
export type Mapping = z.infer<typeof mappingFile>;
export const ownMapping: Mapping = mappingFile.parse({});

/** Reads the mapping file of another provider; throws with the file's name. */
export function readMapping(file: string | undefined): Mapping {
  if (file === undefined) return ownMapping;
  const parsed = mappingFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`TELEPHONY_MAPPING ${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function at(body: unknown, dotted: string): unknown {
  return dotted
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      body,
    );
}

const whole = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.round(number) : undefined;
};

/** A report of the provider in our words; a Zod error when it cannot be meant. */
export function readReport(body: unknown, { fields, statuses }: Mapping): Report {
  const said = at(body, fields.status);
  const url = at(body, fields.recordingUrl);
  const consent = at(body, fields.consent);
  const raw = {
    callRef: at(body, fields.callRef),
    providerCallId: at(body, fields.providerCallId),
    status: typeof said === 'string' ? (statuses[said] ?? said) : undefined,
    at: at(body, fields.at),
    talkSec: whole(at(body, fields.talkSec)),
    endedBy: at(body, fields.endedBy),
    consent: typeof consent === 'string' ? consent === 'true' : consent,
    recording:
      url === undefined ? undefined : { url, seconds: whole(at(body, fields.recordingSeconds)) ?? 0 },
  };
  return report.parse(
    Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined && value !== null)),
  );
}
