import { postAll } from './post.ts';
import { serveWorker } from './process.ts';

/** Sends webhooks from a process of its own: what else a run keeps in memory does not delay them. */
serveWorker({ post: postAll });
