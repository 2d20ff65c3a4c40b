export { signupQueue } from './signup-queue.ts';
export { taskNotStarted } from './task-not-started.ts';
