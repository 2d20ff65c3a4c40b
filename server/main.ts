import { keepCompiled } from './runtime/compile-cache.ts';

// Before anything else is loaded: only modules loaded afterwards are cached.
keepCompiled();
const { start } = await import('./start.ts');
await start();
