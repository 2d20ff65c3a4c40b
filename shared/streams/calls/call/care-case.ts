const careItem = /^queueitem-cc-queue-(\d+)$/;

/** The month of care whose row the call was made from; null for a call about no patient. */
export const careCaseOf = (item: string | null): string | null => careItem.exec(item ?? '')?.[1] ?? null;
