// @vitest-environment jsdom
import { act, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTranslations } from '#web/locales/translations.ts';
import type { StepListProps } from './StepList.tsx';

let StepList: ComponentType<StepListProps>;

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
  ({ StepList } = await import('./StepList.tsx'));
});

test('a history names what happened, who did it and when, a rule as the system, and a note in words', () => {
  const place = document.createElement('div');
  const at = '2026-11-18T08:30:00.000Z';
  const root = createRoot(place);
  act(() =>
    root.render(
      <StepList
        nameOf={(type) => ({ Opened: 'Opened', Failed: 'Not delivered' })[type] ?? type}
        noteOf={(note) => (note === 'NOT_HOME' ? 'Nobody at home' : note)}
        steps={[
          { type: 'Opened', by: { empId: null, name: 'timer.day' }, at, note: null },
          { type: 'Failed', by: { empId: 162, name: 'Suresh' }, at, note: 'NOT_HOME' },
        ]}
      />,
    ),
  );
  expect(
    [...place.querySelectorAll('li')].map(({ children }) => [...children].map((one) => one.textContent)),
  ).toEqual([
    ['Opened', expect.stringContaining('System · ')],
    ['Not delivered', expect.stringContaining('Suresh · '), 'Nobody at home'],
  ]);
  act(() => root.unmount());
});
