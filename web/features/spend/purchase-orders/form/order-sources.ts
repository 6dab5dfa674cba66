import type { OptionKind } from '../../../../../schema/platform/lookups/endpoints.ts'
import { type OrderOption, orderOptions } from '../../../../../schema/spend/purchase-orders/endpoints.ts'
import { call } from '../../../../lib/rest.ts'
import { type NamedSource, sourceOfKind } from '../../../platform/lookups/index.ts'

/** Without an accounting system, orders name the company's own. */
export const KINDS: Record<OrderOption, OptionKind> = {
  ...{ vendor: 'vendor', account: 'spend-category', entity: 'entity', department: 'department' },
  ...{ classification: 'business-unit', location: 'location' },
}

/** @param isInBooks an accounting system gets the order */
export const sourceOf = (kind: OrderOption, isInBooks: boolean): NamedSource =>
  isInBooks
    ? {
        name: `purchase-order-${kind}`,
        load: (query, signal) => call(orderOptions, { params: { kind }, query, signal }),
      }
    : sourceOfKind(KINDS[kind])
