import { expect, test } from 'vitest';
import { blockReasons } from '#shared/streams/people/attendance/record.ts';
import { attendanceTranslations } from '#shared/streams/people/attendance/translations.ts';
import { boardTranslations } from './translations.ts';

test.each(blockReasons)(
  'why a check-out is blocked is said in words on the board and in the day: %s',
  (reason) => {
    for (const language of ['en', 'es'] as const) {
      expect(attendanceTranslations[language]).toHaveProperty([`reason.${reason}`]);
      expect(boardTranslations[language]).toHaveProperty([`wait.${reason}`]);
    }
  },
);
