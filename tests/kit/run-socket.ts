import { once } from 'node:events';
import { connect } from 'node:net';
import { serverSocketName } from './run-folder.ts';

/** Asks the run's socket for the server's address or for something that is made once; undefined where a script runs by itself. */
export async function queryRun(question: string): Promise<string | undefined> {
  const path = process.env[serverSocketName];
  if (path === undefined) return undefined;
  const socket = connect(path);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(`${question}\n`);
  await once(socket, 'end');
  return answer;
}

/** Waits for what the run makes once, in a process of its own, so that whoever loses patience with it does not break it off. A script alone makes it itself. */
export async function madeForTheRun(name: string): Promise<void> {
  const answer = await queryRun(name);
  if (answer !== undefined && answer !== 'made') throw new Error(`${name} could not be made: ${answer}`);
}
