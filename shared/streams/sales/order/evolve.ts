import type { RecordedEventOf } from '../../../core/event.ts';
import { evolveDraft, stepped, withLine } from '../../documents/state.ts';
import { creditedThen, freeAdvance, orderedOf, paidFor, refundDueThen } from './advance.ts';
import { orderLife } from './life.ts';
import {
  contentStage,
  notYetQueued,
  orderNames,
  type OrderDc,
  type OrderEvent,
  type OrderHeader,
  type OrderLine,
  type OrderState,
  type Part,
} from './state.ts';

/** Moves units of lines from one of the five to another. */
function moved(
  state: OrderState,
  parts: readonly Part[],
  from: 'open' | 'allocated' | 'invoiced',
  to: 'open' | 'allocated' | 'invoiced' | 'delivered' | 'cancelled',
): OrderState {
  return parts.reduce<OrderState>(
    (next, { lineId, qty }) =>
      withLine(next, lineId, (line: OrderLine) => ({
        ...line,
        [from]: line[from] - qty,
        [to]: line[to] + qty,
      })),
    state,
  );
}
const withDc = (state: OrderState, dcId: string, stage: OrderDc['stage']): OrderState => ({
  ...state,
  dcs: state.dcs.map((one) => (one.id === dcId ? { ...one, stage } : one)),
});

function settled(
  state: OrderState,
  event: RecordedEventOf<OrderEvent>,
  step: string,
  note: string | null = null,
): OrderState {
  const kept = ['cancelRequested', 'cancelled', 'closed', 'onHold'].includes(state.stage);
  return stepped(state, event, step, kept ? state.stage : contentStage(state), note);
}

function evolveWork(state: OrderState, event: RecordedEventOf<OrderEvent>): OrderState {
  switch (event.type) {
    case 'OrderAllocated': {
      const { pickId, pickNumber, lines } = event.data;
      const picks = [...state.picks, { id: pickId, number: pickNumber, stage: 'open' as const }];
      return settled(
        { ...moved(state, lines, 'open', 'allocated'), picks, short: [] },
        event,
        'allocate',
        pickNumber,
      );
    }
    case 'OrderBackordered': {
      const asked: Record<string, number> = { ...state.asked };
      for (const { lineId, qty } of event.data.ask) asked[lineId] = (asked[lineId] ?? 0) + qty;
      return { ...state, version: event.version, short: event.data.lines, asked };
    }
    case 'OrderDeallocated': {
      const { pickId, lines, ends, why } = event.data;
      const picks = ends ? state.picks.filter(({ id }) => id !== pickId) : state.picks;
      return settled({ ...moved(state, lines, 'allocated', 'open'), picks }, event, 'deallocate', why);
    }
    case 'OrderPacked': {
      const picks = state.picks.map((one) =>
        one.id === event.data.pickId ? { ...one, stage: 'packed' as const } : one,
      );
      return settled({ ...state, picks }, event, 'pack', event.data.pickNumber);
    }
    case 'OrderInvoiced': {
      const { dcId, dcNumber, invoiceId, invoiceNumber, pickId, payablePaise, lines } = event.data;
      const picks = state.picks.filter(({ id }) => id !== pickId);
      const advancePaise =
        event.data.advancePaise ??
        (state.paidPaise > 0 ? Math.min(payablePaise, Math.max(0, freeAdvance(state))) : null);
      const dcs: readonly OrderDc[] = [
        ...state.dcs,
        {
          ...{ id: dcId, number: dcNumber, invoiceId, invoiceNumber, stage: 'generated' },
          ...{ payablePaise, creditedPaise: 0, advancePaise },
          orderedPaise: orderedOf(state, lines, payablePaise),
          advanceSaid: event.data.advancePaise !== undefined,
        },
      ];
      return settled(
        { ...moved(state, lines, 'allocated', 'invoiced'), picks, dcs },
        event,
        'invoice',
        invoiceNumber,
      );
    }
    case 'OrderDispatched':
      return settled(withDc(state, event.data.dcId, 'dispatched'), event, 'dispatch');
    case 'OrderDelivered': {
      const { dcId, lines } = event.data;
      return settled(withDc(moved(state, lines, 'invoiced', 'delivered'), dcId, 'ended'), event, 'deliver');
    }
    case 'OrderReshipped': {
      const { dcId, lines, why, to } = event.data;
      const back = moved(state, lines, 'invoiced', to);
      const counted =
        why === 'dcCancelled'
          ? back
          : lines.reduce<OrderState>(
              (next, { lineId, qty }) =>
                withLine(next, lineId, (line: OrderLine) => ({ ...line, rtoQty: line.rtoQty + qty })),
              back,
            );
      const ended = withDc(counted, dcId, why === 'dcCancelled' ? 'cancelled' : 'ended');
      const dcs = ended.dcs.map((one) => {
        if (one.id !== dcId) return one;
        const paise = event.data.creditPaise ?? creditedThen(state, one, lines, why === 'dcCancelled');
        return { ...one, creditedPaise: one.creditedPaise + paise };
      });
      const refundedPaise = state.refundedPaise + refundDueThen(state, event.data);
      return settled({ ...ended, dcs, refundedPaise }, event, why);
    }
    case 'OrderSlotMoved':
      return { ...state, version: event.version, header: { ...state.header, ...event.data } };
    case 'OrderReturned':
      return event.data.lines.reduce<OrderState>(
        (next, { lineId, qty }) =>
          withLine(next, lineId, (line: OrderLine) => ({ ...line, returned: line.returned + qty })),
        { ...state, version: event.version },
      );
    case 'OrderLineCancelled': {
      const { lineId, qty, reason } = event.data;
      const short = state.short.filter((one) => one.lineId !== lineId);
      const after = { ...moved(state, [{ lineId, qty }], 'open', 'cancelled'), short };
      // Before it is queued, an order stays where it is.
      return ['confirmed', 'onHold'].includes(state.stage)
        ? { ...after, version: event.version }
        : settled(after, event, 'cancelLine', reason);
    }
    default:
      return state;
  }
}

export function evolveOrder(state: OrderState, event: RecordedEventOf<OrderEvent>): OrderState {
  const draft = evolveDraft<OrderHeader, OrderLine, OrderState>(orderNames, orderLife.initial, state, event);
  if (draft) return draft;
  switch (event.type) {
    case 'OrderFormSubmitted':
      return {
        ...stepped(state, event, 'submit', 'submitted'),
        // A form that was submitted without this keeps its meaning when it is submitted again.
        advanceRecorded:
          state.advanceRecorded ||
          (event.data.advanceRecorded === true && !state.steps.some(({ step }) => step === 'submit')),
      };
    case 'OrderFormReturned':
      return stepped(state, event, 'sendBack', 'draft', event.data.reason);
    case 'SubstitutionConsented':
      return { ...withLine(state, event.data.lineId, () => event.data.line), version: event.version };
    case 'OrderConfirmed': {
      // A line that was not matched is not supplied on the prescription, whatever its form had named.
      const rxNos = new Map(event.data.lines.map(({ lineId, rxNo }) => [lineId, rxNo]));
      const lines = state.lines.map((line) => ({ ...line, rxNo: rxNos.get(line.id) ?? null }));
      return stepped({ ...state, lines }, event, 'confirm', 'confirmed');
    }
    case 'OrderHeld':
      return {
        ...stepped(state, event, 'hold', 'onHold', event.data.note),
        hold: { ...event.data, from: state.stage },
      };
    case 'OrderReleased':
      return { ...stepped(state, event, 'release', state.hold?.from ?? 'submitted'), hold: null };
    case 'OrderPlQueued':
      return {
        ...stepped(state, event, 'queue', 'queued'),
        queuedSince: state.queuedSince ?? event.at,
      };
    case 'OrderIndented':
      return {
        ...state,
        version: event.version,
        indents: [...state.indents, ...event.data.indents],
      };
    case 'OrderPaid':
      return {
        ...state,
        version: event.version,
        paidPaise: state.paidPaise + event.data.paise,
        paidCashPaise: state.paidCashPaise + (event.data.mode === 'cash' ? event.data.paise : 0),
        dcs: paidFor(state, event.data.paise),
      };
    case 'OrderRefunded':
      return {
        ...state,
        version: event.version,
        refundedPaise: state.refundedPaise + event.data.paise,
      };
    case 'OrderCancelRequested':
      return {
        ...stepped(state, event, 'requestCancel', 'cancelRequested', event.data.reason),
        cancel: { reason: event.data.reason, from: state.stage, empId: event.actor.empId },
      };
    case 'OrderCancelRejected': {
      const from = state.cancel?.from ?? 'queued';
      const stage = notYetQueued.has(from) ? from : contentStage(state);
      return { ...stepped(state, event, 'rejectCancel', stage, event.data.reason), cancel: null };
    }
    case 'OrderCancelled': {
      const lines = state.lines.map((line) => ({
        ...line,
        open: 0,
        allocated: 0,
        cancelled: line.cancelled + line.open + line.allocated,
      }));
      return {
        ...stepped({ ...state, lines }, event, 'approveCancel', 'cancelled', event.data.reason),
        picks: [],
        short: [],
      };
    }
    case 'OrderClosed':
      return stepped(state, event, 'close', 'closed');
    default:
      return evolveWork(state, event);
  }
}
