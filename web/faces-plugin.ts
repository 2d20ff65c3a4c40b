import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { StreamDef } from '#shared/core/stream.ts';

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
 * declaration. `virtual:discussed`: the prefix of every stream whose records can have a discussion. Read once at
 * start.
 */
export function faces(): Plugin {
  const name = 'virtual:faces';
  const discussed = 'virtual:discussed';
  return {
    name: 'faces',
    resolveId: (source) => (source === name || source === discussed ? `\0${source}` : undefined),
    async load(source) {
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
