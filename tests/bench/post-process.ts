import { postAll } from './post.ts';
import { serveWorker } from './process.ts';

/** Sends webhooks from a process of its own, so that the run's memory does not delay them. */
serveWorker({ post: postAll });
