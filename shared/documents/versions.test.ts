import { expect, it } from 'vitest';
import * as documents from './index.ts';

it.each(Object.values(documents))(
  'the rows of $name are folded anew when the meaning of its stream changes',
  ({ view, stream, rowVersion = 0 }) => {
    expect(view.version).toBe(stream.state + rowVersion);
  },
);
