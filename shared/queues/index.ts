export { signupQueue } from './signup-queue.ts';
