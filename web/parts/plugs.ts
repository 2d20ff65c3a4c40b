import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

/** What `import.meta.glob` finds: loaders of modules by their paths. */
export type PlugModules<P> = Readonly<
  Record<string, () => Promise<Readonly<Record<string, ComponentType<P>>>>>
>;

/**
 * Components that members bring in files of their own: gives the one that the module at a path exports under a
 * name, loaded when it is first shown. Null where there is no such file.
 */
export function plugsOf<P>(
  modules: PlugModules<P>,
): (path: string, name: string) => LazyExoticComponent<ComponentType<P>> | null {
  const made = new Map<string, LazyExoticComponent<ComponentType<P>>>();
  return (path, name) => {
    const load = modules[path];
    if (!load) return null;
    let found = made.get(path);
    if (!found) {
      found = lazy(async () => {
        const part = (await load())[name];
        if (!part) throw new Error(`${path} exports no ${name}.`);
        return { default: part };
      });
      made.set(path, found);
    }
    return found;
  };
}
