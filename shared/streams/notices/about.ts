import type { Abouts } from '../../core/about.ts';
import { may, type Permission, type Viewer } from '../../core/permission.ts';
import { reference } from '../../core/reference.ts';
import type { StreamDef } from '../../core/stream.ts';

/** Gathers what streams state, with the rights of the screens that show their records. */
export function aboutsOf(
  streams: readonly StreamDef[],
  shown: readonly { readonly subject: string; readonly need: Permission }[],
): Abouts {
  return Object.fromEntries(
    streams.flatMap(({ name, about }) => {
      if (!about) return [];
      const screens = shown.filter(({ subject }) => subject === name).map(({ need }) => need);
      const needs = about.needs === 'signedIn' ? about.needs : [...new Set([...screens, ...about.needs])];
      return [[name, { ...about, needs }]];
    }),
  );
}

export interface AboutRoom {
  readonly name: string;
  /** Stream of the record. */
  readonly stream: string;
  readonly id: string;
}

/** The record a room `about-signup-301` is about; null for other rooms. */
export function aboutOf(key: string): AboutRoom | null {
  const found = /^about-([a-z]+)-([1-9]\d{0,14})$/.exec(key);
  if (!found) return null;
  const [, name = '', id = ''] = found;
  return { name, stream: `${name}-${id}`, id };
}

export const aboutKey = (stream: string): string => `about-${stream}`;

/** The record's reference: `SG-000301`. */
export const aboutRef = (abouts: Abouts, { name, id }: AboutRoom): string =>
  reference(abouts[name]?.prefix ?? name, id);

/** Whether this viewer may currently see the record, and so its discussion. */
export function mayReadAbout(abouts: Abouts, name: string, state: unknown, viewer: Viewer): boolean {
  const one = Object.hasOwn(abouts, name) ? abouts[name] : undefined;
  if (!one || !one.there(state)) return false;
  if (viewer.kind === 'system') return true;
  return viewer.kind === 'person' && may(viewer, one.needs).ok && one.sees(state, viewer);
}
