import { expect, test } from 'vitest';
import { blockReasons } from '#shared/streams/people/attendance/record.ts';
import { shellTranslations } from '../translations.ts';

test.each(blockReasons)('why a check-out is blocked is said in words beside the button: %s', (reason) => {
  for (const language of ['en', 'es'] as const)
    expect(shellTranslations[language]).toHaveProperty([`reason.${reason}`]);
});
