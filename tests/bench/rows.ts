import type { RowRun } from './bench.ts';
import { browser } from './rows/browser.ts';
import { fanOut } from './rows/fan-out.ts';
import { growth } from './rows/growth.ts';
import { load } from './rows/load.ts';
import { longQueue } from './rows/long-queue.ts';
import { masters } from './rows/masters.ts';
import { memory } from './rows/memory.ts';
import { polling } from './rows/polling.ts';
import { quietRoom } from './rows/quiet-room.ts';
import { slowReaders } from './rows/slow-readers.ts';
import { storm } from './rows/storm.ts';
import { webhooks } from './rows/webhooks.ts';

/** Sorted so that the process with the cleanest memory is measured first. */
export const rows: readonly RowRun[] = [
  memory,
  fanOut,
  quietRoom,
  load,
  slowReaders,
  polling,
  storm,
  longQueue,
  webhooks,
  masters,
  growth,
  browser,
];
