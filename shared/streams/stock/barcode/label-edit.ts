import { decisionOn } from '../../approvals/decision.ts';
import type { BarcodeEvent } from './state.ts';

/** A correction of a label, which somebody else decides. */
export const labelEdit = decisionOn<BarcodeEvent>('barcode')({
  requested: 'BarcodeEditRequested',
  linked: 'BarcodeEditLinked',
  applied: 'BarcodeEditApproved',
  failed: 'BarcodeEditFailed',
  rejected: 'BarcodeEditRejected',
  superseded: ['BarcodeEditWithdrawn'],
  approve: 'applyEdit',
  reject: 'rejectEdit',
});
