import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { transfer } from '../streams/stock/transfer/transfer.ts';
import type { IndentMove } from '../streams/stock/transfer/state.ts';

/** Reports received and cancelled units of a transfer to the indents that wait for them. */
export const serveTransfers = definePolicy({
  name: 'serve-transfers',
  on: [
    transfer.events.TransferReceived,
    transfer.events.TransferDiscrepancyResolved,
    transfer.events.TransferRejected,
    transfer.events.TransferCancelled,
  ],
  react: (event): readonly Reaction[] => {
    const transferId = streamKey(event.stream);
    const received = (moves: readonly IndentMove[]): readonly Reaction[] =>
      moves.map(({ indentId, lineId, qty }) => ({
        kind: 'command',
        stream: `indent-${indentId}`,
        command: 'receive',
        input: { lineId, qty, from: 'onTransfer' },
      }));
    const released = (moves: readonly IndentMove[]): readonly Reaction[] =>
      moves.map(({ indentId, lineId, qty }) => ({
        kind: 'command',
        stream: `indent-${indentId}`,
        command: 'releaseTransfer',
        input: { lineId, qty, transferId, why: event.type },
      }));
    switch (event.type) {
      case 'TransferReceived':
        return received(event.data.received);
      case 'TransferDiscrepancyResolved':
        return [...received(event.data.received), ...released(event.data.released)];
      default:
        return released(event.data.released);
    }
  },
});
