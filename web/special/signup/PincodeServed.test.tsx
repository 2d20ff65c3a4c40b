// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import { setPerson, type PersonHere } from '#web/live/person.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { Providers } from '#web/shell/Providers.tsx';
import type { SubjectFormProps } from '#web/families/form/plug.ts';

const places = [
  { id: 1, name: 'Jayanagar', city: 'Bengaluru', pincode: '560041' },
  { id: 5, name: 'Mysuru', city: 'Mysuru', pincode: '570001' },
];

let SignupFormPart: ComponentType<SubjectFormProps>;
beforeAll(async () => {
  stubBrowser();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  ({ SignupFormPart } = await import('./SignupFormPart.tsx'));
});

async function show(
  values: Readonly<Record<string, unknown>>,
  poos: readonly unknown[] = places,
): Promise<string> {
  setPerson({ empId: 101, name: 'Kiran', admin: false, rights: new Set(), poos } as unknown as PersonHere);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const part = (
    <SignupFormPart
      id="301"
      step="address"
      place="below"
      record={null}
      get={(path) => values[path]}
      save={async () => true}
      latest={() => ({ id: '301', version: 1 })}
      onMoved={() => undefined}
    />
  );
  await act(async () => root.render(<Providers>{part}</Providers>));
  const text = place.querySelector('[role="status"]')?.textContent ?? '';
  act(() => root.unmount());
  return text;
}

test('given a pincode of another of one’s places, when it is typed, then it is said that the place does not serve it, and which does', async () => {
  const said = await show({ pooId: 1, 'address.pincode': '570023' });
  expect(said).toContain('Jayanagar does not serve pincode 570023');
  expect(said).toContain('Served from Mysuru');
});

test('given a pincode that none of one’s places serves, then that is said', async () => {
  expect(await show({ pooId: 1, 'address.pincode': '110001' })).toContain('None of your places serves it');
});

test.each([
  ['served', { pooId: 1, 'address.pincode': '560078' }],
  ['not typed to its end', { pooId: 1, 'address.pincode': '5700' }],
  ['of no place yet', { pooId: null, 'address.pincode': '570023' }],
])('nothing is said of a pincode that is %s', async (_what, values) => expect(await show(values)).toBe(''));

test('nothing is said where the pincodes of places are not known', async () => {
  expect(
    await show({ pooId: 1, 'address.pincode': '570023' }, [{ id: 1, name: 'Jayanagar', city: '' }]),
  ).toBe('');
});
