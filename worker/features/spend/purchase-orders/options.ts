import type { BookKind } from '../../../../schema/platform/accounting/books.ts'
import { type OrderOption, orderOptions } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { objectPage } from '../../platform/accounting/index.ts'

const KINDS: Record<OrderOption, BookKind> = {
  ...{ account: 'ACCOUNT', vendor: 'VENDOR', entity: 'ENTITY', department: 'DEPARTMENT' },
  ...{ classification: 'CLASSIFICATION', location: 'LOCATION' },
}

/** Objects of the accounting system to choose from. */
export const readOptions = query({
  id: orderOptions.id,
  access: 'purchase-orders.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(orderOptions),
  run: (context, { kind, ...asked }) =>
    objectPage(context, KINDS[kind], asked, ({ id, name, number }) => ({
      value: id,
      label: kind === 'account' && number ? `${number} ${name}` : name,
    })),
})
