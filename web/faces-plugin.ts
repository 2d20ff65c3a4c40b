import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { StreamDef } from '#shared/core/stream.ts';
import type { WallDef, WallFace } from '#shared/families/wall.ts';

interface Face {
  readonly name: string;
  readonly route: string;
  /** The member on whose screen it stands, where that is another. */
  readonly screen?: string;
  readonly translations: Record<'en' | 'es', { title: string }>;
}

const families = {
  masters: 'master',
  queues: 'queue',
  approvals: 'approval',
  documents: 'document',
  forms: 'form',
  reports: 'report',
  dashboards: 'dashboard',
};

/**
 * `virtual:faces`: name, route and title of every declared member, so that the first load carries no complete
 * declaration. `virtual:walls`: what the console knows of each wall. `virtual:discussed`: the prefix of every
 * stream whose records can have a discussion. Read once at start.
 */
export function faces(): Plugin {
  const name = 'virtual:faces';
  const discussed = 'virtual:discussed';
  const walls = 'virtual:walls';
  return {
    name: 'faces',
    resolveId: (source) => ([name, discussed, walls].includes(source) ? `\0${source}` : undefined),
    async load(source) {
      if (source === `\0${walls}`) return `export const walls = ${JSON.stringify(await wallFaces())};`;
      if (source === `\0${discussed}`) return `export const discussed = ${JSON.stringify(await prefixes())};`;
      if (source !== `\0${name}`) return undefined;
      const found: object[] = [];
      for (const [folder, family] of Object.entries(families)) {
        const register = new URL(`../shared/${folder}/index.ts`, import.meta.url);
        if (!existsSync(register)) continue;
        const members = (await import(/* @vite-ignore */ register.href)) as Record<
          string,
          Face & { screens?: readonly Face[] }
        >;
        const withScreen = Object.values(members)
          .flatMap((one) => one.screens ?? [one])
          .filter(({ name: own, screen = own }) => screen === own);
        for (const member of withScreen)
          found.push({
            family,
            name: member.name,
            route: `/${member.route.replace(/^\//, '')}`,
            title: { en: member.translations.en.title, es: member.translations.es.title },
          });
      }
      return `export const faces = ${JSON.stringify(found)};`;
    },
  };
}

async function prefixes(): Promise<Readonly<Record<string, string>>> {
  const register = new URL('../shared/streams/index.ts', import.meta.url);
  const streams = (await import(/* @vite-ignore */ register.href)) as Record<string, StreamDef>;
  return Object.fromEntries(
    Object.values(streams).flatMap(({ name, about }) => (about ? [[name, about.prefix]] : [])),
  );
}

async function wallFaces(): Promise<readonly WallFace[]> {
  const register = new URL('../shared/walls/index.ts', import.meta.url);
  const walls = (await import(/* @vite-ignore */ register.href)) as Record<string, WallDef>;
  return Object.values(walls).map(({ name, title, figures, tiles }) => ({ name, title, figures, tiles }));
}
