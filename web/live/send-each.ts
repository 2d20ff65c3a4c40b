const AT_ONCE = 4;

/** Sends one command per row, a few at a time, and reports each answer as it comes. */
export async function sendEach<R, A>(
  rows: readonly R[],
  send: (row: R) => Promise<A>,
  answered: (answer: A) => void,
): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) answered(await send(row));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
}
