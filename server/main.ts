import { keepCompiled } from './compile-cache.ts';

// Before anything else is loaded: only what is loaded afterwards is kept compiled.
keepCompiled();
const { start } = await import('./start.ts');
await start();
