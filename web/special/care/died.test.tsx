// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { PatientHead } from '#shared/streams/care/wire.ts';
import { setLanguage, startTranslations } from '#web/locales/translations.ts';

let Died: ComponentType<{ head: Pick<PatientHead, 'diedOn' | 'deceasedCallId'> }>;
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  ({ Died } = await import('./Died.tsx'));
});

function shown(diedOn: string | null, deceasedCallId: number | null): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => root.render(<Died head={{ diedOn, deceasedCallId }} />));
  const text = place.textContent;
  act(() => root.unmount());
  return text;
}

test('given a death recorded by staff, then its day is shown', () => {
  expect(shown('2026-11-12', null)).toMatch(/^Died on .*2026\./);
  expect(shown(null, null)).toBe('');
});

test('given a death told on a call, then the call and its day are shown, and no day of death', async () => {
  expect(shown('2026-11-12', 31)).toMatch(/^Reported on call CL-000031 of .*2026 to have died\./);
  await setLanguage('es');
  expect(shown('2026-11-12', 31)).toMatch(/^En la llamada CL-000031 del .*2026 comunicaron/);
  await setLanguage('en');
});
