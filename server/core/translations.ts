import { accessTranslations } from '#shared/access/translations.ts';
import { authorText } from '#shared/core/authors.ts';
import { showDates } from '#shared/core/day.ts';
import { fieldNames } from '#shared/core/field-names.ts';
import { fieldTranslations } from '#shared/core/fields.ts';
import { refusalTranslations } from '#shared/core/refusal-translations.ts';
import { fill, languages, type Language, type Translations } from '#shared/core/translations.ts';
import { rights, type Right } from '#shared/core/permission.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { ScreenFace } from '#shared/families/screen.ts';

/** Every namespace of translations that the console loads over HTTP, and the messages of refusals. */
export interface AllTranslations {
  namespace(language: Language, name: string): Readonly<Record<string, string>> | null;
  /** The message of a refusal; `space` names the stream that refused, whose own translations come first. */
  translate(
    code: string,
    details: Readonly<Record<string, unknown>> | undefined,
    language: Language,
    space?: string,
  ): string;
}

/**
 * A screen's translations are under its name, a stream's under its name; all refusals together under
 * `refusals`. The shell's translations are part of the console.
 */
export function gatherTranslations(
  streams: Iterable<StreamDef>,
  screens: Iterable<
    Pick<ScreenFace, 'name' | 'translations'> & Partial<Pick<ScreenFace, 'group' | 'entity'>>
  >,
): AllTranslations {
  const spaces = new Map<string, Translations<any>>();
  const refusals: { en: Record<string, string>; es: Record<string, string> } = {
    en: { ...fieldTranslations.en, ...refusalTranslations.en, ...accessTranslations.en },
    es: { ...fieldTranslations.es, ...refusalTranslations.es, ...accessTranslations.es },
  };
  for (const stream of streams) {
    spaces.set(stream.name, stream.translations);
    Object.assign(refusals.en, stream.translations.en);
    Object.assign(refusals.es, stream.translations.es);
  }
  const titles = new Map<string, Translations<any>>();
  for (const screen of screens) {
    spaces.set(screen.name, screen.translations);
    if (screen.entity && !titles.has(`${screen.group}/${screen.entity}`))
      titles.set(`${screen.group}/${screen.entity}`, screen.translations);
  }
  spaces.set('refusals', refusals);
  /** A text of the stream that refused, else of all refusals. */
  const textOf = (code: string, language: Language, space?: string): string | undefined =>
    spaces.get(space ?? '')?.[language][code] ?? refusals[language][code] ?? refusals.en[code];
  const phrasesOf = new Map<string, Readonly<Record<string, string>>>();
  /** The texts that a refusal may name: those of the stream that refused before those of all refusals. */
  const phrases = (language: Language, space: string): Readonly<Record<string, string>> => {
    const own = spaces.get(space)?.[language];
    if (own === undefined) return refusals[language];
    const key = `${language} ${space}`;
    const known = phrasesOf.get(key) ?? (Object.assign(Object.create(refusals[language]), own) as typeof own);
    phrasesOf.set(key, known);
    return known;
  };
  const nameOf = namesOfFields([...spaces.values(), fieldNames], refusals);
  return {
    namespace: (language, name) => spaces.get(name)?.[language] ?? null,
    translate: (code, details, language, space) => {
      const right = details?.['permission'];
      const named = typeof right === 'string' ? nameOfRight(right, titles, language) : null;
      return capital(
        fill(
          (details?.['n'] === 1 ? textOf(`${code}_one`, language, space) : undefined) ??
            (named === null
              ? textOf(`${code}_${right === 'admin' ? 'admin' : 'unnamed'}`, language, space)
              : undefined) ??
            textOf(code, language, space) ??
            code,
          {
            ...showDates(details),
            ...(named === null ? {} : { permission: named }),
            ...(typeof details?.['by'] === 'string' ? { by: authorText(details['by'], language) } : {}),
            ...(typeof details?.['label'] === 'string'
              ? { label: nameOf(details['label'], language, spaces.get(space ?? '')) }
              : {}),
          },
          phrases(language, space ?? ''),
        ),
      );
    },
  };
}

const rightNames: Readonly<Record<Language, Readonly<Record<Right, string>>>> = {
  en: {
    view: 'view',
    create: 'create',
    edit: 'edit',
    delete: 'delete',
    approve: 'approve',
    access: 'open',
    export: 'export',
  },
  es: {
    view: 'ver',
    create: 'crear',
    edit: 'editar',
    delete: 'eliminar',
    approve: 'aprobar',
    access: 'abrir',
    export: 'exportar',
  },
};

/** A permission as the role editor shows it: the screen's title and the right. Null for a screen that only the console names. */
function nameOfRight(
  permission: string,
  titles: ReadonlyMap<string, Translations<any>>,
  language: Language,
): string | null {
  const [, screen = '', name = ''] = /^([^,]+):(\w+)/.exec(permission) ?? [];
  const right = rights.find((one) => one === name);
  const title: unknown = titles.get(screen)?.[language]['title'];
  return right && typeof title === 'string' ? `${title}: ${rightNames[language][right]}` : null;
}

/**
 * Names a field by the path that a check reports (`patients.0.name`): as its own stream calls it, else as any
 * screen does, else derived from the path itself. A text that is no path is a name already.
 */
function namesOfFields(
  all: readonly Translations<any>[],
  phrases: Translations<any>,
): (label: string, language: Language, own?: Translations<any>) => string {
  const known: Record<Language, Map<string, string>> = { en: new Map(), es: new Map() };
  for (const language of languages)
    for (const texts of all)
      for (const [key, text] of Object.entries<string>(texts[language]))
        if (/^(field|column)\./.test(key) && !known[language].has(key)) known[language].set(key, text);
  return (label, language, own) => {
    if (!/^[a-z][\w]*(\.\w+)*$/.test(label)) return label;
    // A key of a phrase is filled in as it is.
    if (label.includes('.') && (own?.[language][label] ?? phrases[language][label])) return label;
    const path = label.replace(/^field\./, '').replace(/\.\d+/g, '');
    const last = path.slice(path.lastIndexOf('.') + 1);
    const keys = [path, last].flatMap((name) => [`field.${name}`, `column.${name}`]);
    const texts: Readonly<Record<string, string>> = own?.[language] ?? {};
    const found =
      keys.map((key) => texts[key]).find((text) => text !== undefined) ??
      keys.map((key) => known[language].get(key)).find((text) => text !== undefined);
    return found ?? spoken(last);
  };
}

/** `pooIds` as *Poos*, `vBankAccount` as *Bank account*. */
function spoken(name: string): string {
  const plain = name
    .replace(/^[a-z](?=[A-Z])/, '')
    .replace(/Id(s?)$/, '$1')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return capital(plain);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
