import type { ProductRequestShown } from '#shared/feeds/product-requests.ts';
import type { Row } from '#web/live/rows.ts';

export type LiveRequest = ProductRequestShown & Row;
