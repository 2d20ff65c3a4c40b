import type { Reading } from './reading.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { medicinesView } from '#shared/feeds/medicines.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { reference } from '#shared/core/reference.ts';
import type { LabOrderState } from '#shared/streams/care/lab/laborder-state.ts';
import type { CustomerState } from '#shared/streams/customers/customer.ts';
import { codeRefused, returnPhone } from '#shared/streams/customers/exit/return.ts';
import type { CustomerExitState, Owed } from '#shared/streams/customers/exit/state.ts';
import type { KeptViews } from '../core/parts.ts';
import type { Prepare } from '../store/handle.ts';
import type { OneTimeCodes } from './one-time-code.ts';

const doneOrders: ReadonlySet<string> = new Set(['none', 'closed', 'cancelled']);

/** A customer's open business with us: open orders, booked visits, prescriptions with units left. */
export function exitFacts(parts: {
  readonly pool: Reading;
  readonly views: KeptViews;
  readonly codes: OneTimeCodes;
}): Readonly<Record<string, Prepare>> {
  const { pool, views, codes } = parts;
  const owedBy = async (customerId: number, patientIds: readonly number[]): Promise<Owed> => {
    const visits = [...views.get(appointmentsView).rows.values()]
      .filter((row) => row.iCustomerId === customerId)
      .map((row) => ({ id: Number(row.id), at: `${row.appDate} ${row.slotFrom}` }));
    const [orders, medicines] = await Promise.all([
      pool.query<{ stream: string; state: LabOrderState }>(
        "select stream, state from care_records where kind = 'laborder' and patient_id = any($1::int[])",
        [patientIds],
      ),
      Promise.all(patientIds.map((id) => views.read(medicinesView, String(id)))),
    ]);
    const left = medicines.flatMap((row) => (row?.medicines ?? []).filter((one) => one.valid));
    return {
      openOrders: orders.rows
        .filter(({ state }) => !doneOrders.has(state.stage))
        .map(({ stream }) => reference('LO', stream.slice('laborder-'.length))),
      visits,
      prescriptions: [...new Set(left.map(({ ref }) => ref))],
    };
  };
  const owed: Prepare = async (_command, _input, state: CustomerExitState, read) => {
    const customer = read['customer'] as CustomerState | undefined;
    return customer && state.face ? { owed: await owedBy(state.face.customerId, customer.patientIds) } : {};
  };
  return {
    'custexit/request': async (_command, input: { customerId: number }, _state, read) => {
      const customer = read['customer'] as CustomerState | undefined;
      if (!customer) return {};
      const { rows } = await pool.query<{ top: boolean }>(
        `select (fields->>'iRank')::int = (select min((fields->>'iRank')::int) from master_rows where kind = 'customerRank' and status = 1 and not cancelled) as top
         from master_rows where kind = 'customerRank' and id = $1`,
        [customer.rankId],
      );
      return {
        owed: await owedBy(input.customerId, customer.patientIds),
        topRank: rows[0]?.top ?? false,
      };
    },
    'custexit/recordCall': owed,
    'custexit/grant': owed,
    'custexit/carryOut': owed,
    'custexit/sendReturnCode': async ({ stream }, _input, state: CustomerExitState, read) => {
      const no = codeRefused(state, read);
      if (isRefusal(no)) return no;
      return codes.send(
        stream,
        returnPhone(read),
        (code) =>
          `Your code is ${code}. Reading it out, you agree that we look after you and call you again. It is valid for 5 minutes.`,
      );
    },
    'custexit/verifyReturnCode': async (
      { stream },
      input: { code: string },
      state: CustomerExitState,
      read,
    ) => {
      const no = codeRefused(state, read);
      return isRefusal(no) ? no : codes.compare(stream, returnPhone(read), input.code);
    },
  };
}
