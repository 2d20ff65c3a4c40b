import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PersonHead } from './PersonHead.tsx';

const text = (html: string): string => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('a person is named first, then by reference, masked phone, place, details and warnings', () => {
  const html = renderToStaticMarkup(
    <PersonHead
      name="Lakshmi Rao"
      reference="PT-000204"
      phone="••••••1234"
      place="Jayanagar"
      details={['61 years', null, '']}
      alerts={['Allergic to penicillin']}
      refused={['No consent to calls']}
    />,
  );
  expect(text(html)).toBe(
    '|Lakshmi Rao|PT-000204|••••••1234 · Jayanagar · 61 years|Allergic to penicillin|No consent to calls|',
  );
  expect(html).toContain('<b>Lakshmi Rao</b>');
});

test('somebody whose name is not known goes by the reference, once', () =>
  expect(text(renderToStaticMarkup(<PersonHead name="" reference="LD-010004" heading />))).toBe(
    '|LD-010004|',
  ));

test('an alert is red and comes before what is refused, which is amber', () => {
  const html = renderToStaticMarkup(
    <PersonHead
      name="Anand Rao"
      reference="LD-010004"
      alerts={['This number asked not to be called.', 'Allergic to penicillin']}
      refused={['No consent to calls']}
    />,
  );
  expect([...html.matchAll(/data-tone="(\w+)"/g)].map(([, tone]) => tone)).toEqual([
    'danger',
    'danger',
    'warn',
  ]);
  expect(text(html)).toBe(
    '|Anand Rao|LD-010004|This number asked not to be called.|Allergic to penicillin|No consent to calls|',
  );
});
