import type { Pool } from 'pg';
import { firstBreakInAccessLog } from '../access/access-log.ts';
import { chainNames } from '../store/chains.ts';
import { checkSeals, inText, type SealKeys } from '../store/seals.ts';
import type { Witness } from '../store/seal-witness.ts';
import { verifyChain } from '../store/verify-chain.ts';

/** Verifies both chains and every seal; returns a report, one line each, and whether all of it matches. */
export async function checkChains(
  pool: Pool,
  keys: SealKeys,
  witness: Pick<Witness, 'last'> | null,
): Promise<{ fits: boolean; lines: readonly string[] }> {
  const log = await verifyChain(pool);
  const broken = await firstBreakInAccessLog(pool);
  const lines = [
    log.ok
      ? `Hash chain: ${log.events} events, unbroken.`
      : `Hash chain: broken at position ${log.position}.`,
    broken === null ? 'Access log: unbroken.' : `Access log: broken at position ${broken}.`,
  ];
  let fits = log.ok && broken === null;
  for (const chain of chainNames) {
    const verdict = await checkSeals(pool, chain, keys, witness);
    fits &&= verdict.ok;
    lines.push(inText(chain === 'log' ? 'Seals of the log' : 'Seals of the access log', verdict));
  }
  return { fits, lines };
}
