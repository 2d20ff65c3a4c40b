type Rows = Map<IDBValidKey, Record<string, unknown>>;
interface Request {
  result?: unknown;
  error: Error | null;
  onsuccess?: () => void;
  onerror?: () => void;
  onupgradeneeded?: () => void;
}

/** As much of IndexedDB as the console uses. A full device takes a write back when it should commit it. */
export function fakeIndexedDb() {
  const databases = new Map<string, Map<string, Rows>>();
  const keyPaths = new Map<Rows, { readonly keyPath: string; readonly autoIncrement?: boolean }>();
  const device = { full: false };
  let keys = 0;

  function transaction(tables: Map<string, Rows>, name: string) {
    const before = tables.get(name)!;
    const rows: Rows = new Map(before);
    const key = keyPaths.get(before)!;
    let open = 0;
    let written = false;
    const self: { error: Error | null; oncomplete?: () => void; onabort?: () => void } = { error: null };
    const end = (): void => {
      if (open > 0) return;
      if (written && device.full) {
        self.error = new Error('QuotaExceededError');
        return self.onabort?.();
      }
      before.clear();
      for (const [id, row] of rows) before.set(id, row);
      self.oncomplete?.();
    };
    const ask = (work: () => unknown): Request => {
      const request: Request = { error: null };
      open += 1;
      setTimeout(() => {
        request.result = work();
        open -= 1;
        request.onsuccess?.();
        setTimeout(end);
      });
      return request;
    };
    const write = (row: Record<string, unknown>): Request =>
      ask(() => {
        written = true;
        const id = (row[key.keyPath] ?? (keys += 1)) as IDBValidKey;
        rows.set(id, { ...row, [key.keyPath]: id });
        return id;
      });
    const table = {
      get: (id: IDBValidKey) => ask(() => rows.get(id)),
      getAll: () => ask(() => [...rows.values()]),
      add: write,
      put: write,
      delete: (id: IDBValidKey) => ask(() => void (rows.delete(id), (written = true))),
    };
    return Object.assign(self, { objectStore: () => table });
  }

  const indexedDB = {
    open: (name: string): Request => {
      const request: Request = { error: null };
      setTimeout(() => {
        const isNew = !databases.has(name);
        const tables = databases.get(name) ?? new Map<string, Rows>();
        databases.set(name, tables);
        request.result = {
          createObjectStore: (table: string, how: { readonly keyPath: string }) => {
            const rows: Rows = new Map();
            tables.set(table, rows);
            keyPaths.set(rows, how);
          },
          transaction: (table: string) => transaction(tables, table),
          close: () => undefined,
        };
        if (isNew) request.onupgradeneeded?.();
        request.onsuccess?.();
      });
      return request;
    },
    deleteDatabase: (name: string) => void databases.delete(name),
  };
  return Object.assign(device, { indexedDB });
}
