// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MantineProvider } from '@mantine/core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTranslations } from '#web/locales/translations.ts';
import { stubBrowser } from '#tests/kit/browser-stubs.ts';
import type { ScanAnswer, ScanField as Field } from './ScanField.tsx';

let ScanField: typeof Field;
let root: Root;
let place: HTMLElement;
let asked: string[];
let answers: PromiseWithResolvers<ScanAnswer>[];
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  stubBrowser();
  await startTranslations();
  ({ ScanField } = await import('./ScanField.tsx'));
});
beforeEach(() => {
  asked = [];
  answers = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <ScanField
          label="Scan"
          onScan={(code) => {
            asked.push(code);
            const answer = Promise.withResolvers<ScanAnswer>();
            answers.push(answer);
            return answer.promise;
          }}
        />
      </MantineProvider>,
    ),
  );
  box().focus();
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const box = (): HTMLInputElement => place.querySelector('input')!;
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
/** Types as a scanner does: in place of what is selected, otherwise at the caret. */
function keys(text: string): void {
  const { value, selectionStart, selectionEnd } = box();
  const from = selectionStart ?? value.length;
  const till = selectionEnd ?? value.length;
  act(() => {
    setValue.call(box(), value.slice(0, from) + text + value.slice(till));
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const enter = (): Promise<void> =>
  act(async () => {
    box().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
const scan = async (code: string): Promise<void> => {
  keys(code);
  await enter();
};
const answer = (nth: number, said: ScanAnswer): Promise<void> => act(async () => answers[nth]!.resolve(said));
const said = (): string => place.querySelector('[role=status]')!.textContent;

test('after a refusal the next scan replaces the refused code, which the message names', async () => {
  await scan('WRONG-1');
  await answer(0, { ok: false, text: 'This label belongs to another place.' });
  expect(said()).toBe('WRONG-1: This label belongs to another place.');
  await scan('GOOD-2');
  expect(asked).toEqual(['WRONG-1', 'GOOD-2']);
  await answer(1, { ok: true, text: 'Added' });
  expect([box().value, said()]).toEqual(['', 'Added']);
});

test('a message that names the code is not made longer', async () => {
  await scan('WRONG-1');
  await answer(0, { ok: false, text: 'Nothing matches “wrong-1”.' });
  expect(said()).toBe('Nothing matches “wrong-1”.');
});

test('scans that are faster than the answers are asked one by one, and a late answer clears nothing newer', async () => {
  await scan('ONE');
  await scan('TWO');
  keys('THR');
  await answer(0, { ok: true, text: 'ONE added' });
  expect([asked, box().value]).toEqual([['ONE', 'TWO'], 'THR']);
  await answer(1, { ok: false, text: 'TWO is not here' });
  keys('EE');
  await enter();
  expect(asked).toEqual(['ONE', 'TWO', 'THREE']);
});

test('a failed question names its code and does not stop the scans that follow', async () => {
  await scan('ONE');
  await act(async () => answers[0]!.reject(new Error('No connection')));
  expect(said()).toBe('ONE: No connection');
  await scan('TWO');
  expect(asked).toEqual(['ONE', 'TWO']);
});
