/** A tag of an XML text, its name and the names of its attributes without prefixes, or the text between two. */
export type XmlToken =
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: Record<string, string> }
  | { readonly kind: 'text'; readonly text: string };

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^<>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(\/?)>|([^<]+)/g;
const attribute = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The tokens of a part of a workbook: such a part has no declarations of its own (ECMA-376 part 2, §8.1.4). */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (const [, data, end, name, inside = '', alone, text] of xml.matchAll(token)) {
    if (name !== undefined) {
      if (end) yield { kind: 'close', name, attributes: {} };
      else {
        yield { kind: 'open', name, attributes: attributesIn(inside) };
        if (alone) yield { kind: 'close', name, attributes: {} };
      }
    } else if (data !== undefined) yield { kind: 'text', text: data };
    else if (text !== undefined) yield { kind: 'text', text: decoded(text) };
  }
}

function attributesIn(inside: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, double, single] of inside.matchAll(attribute))
    found[name!] = decoded(double ?? single ?? '');
  return found;
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code === null) return entities[String(name)] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
