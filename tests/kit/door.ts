import { once } from 'node:events';
import { connect } from 'node:net';
import { serverDoorName } from './run-folder.ts';

/** Asks the run's door for the server's address or for something that is made once; undefined where a script runs by itself. */
export async function askDoor(question: string): Promise<string | undefined> {
  const door = process.env[serverDoorName];
  if (door === undefined) return undefined;
  const socket = connect(door);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(`${question}\n`);
  await once(socket, 'end');
  return answer;
}

/** Waits for what the run makes once, in a process of its own, so that whoever loses patience with it does not break it off. A script alone makes it itself. */
export async function madeForTheRun(name: string): Promise<void> {
  const answer = await askDoor(name);
  if (answer !== undefined && answer !== 'made') throw new Error(`${name} could not be made: ${answer}`);
}
