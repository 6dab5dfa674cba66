import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { yearMonthType } from '../../../transport/graphql/shared-types.ts'
import { transactionOperations } from './list.ts'
import { modifyTransactionsOnVendor } from './recode-vendor.ts'
import { transactionConnection } from './types/graphql-types.ts'

/** A vendor's expenses through GraphQL (specification 2 §7). */

const expenses = resolveWith('query.expensesInVendor', transactionOperations.list)

builder.queryField('expensesInVendor', (t) =>
  t.field({
    type: transactionConnection,
    args: {
      startYearMonth: t.arg({ type: yearMonthType, required: true }),
      endYearMonth: t.arg({ type: yearMonthType, required: true }),
      inVendorIds: t.arg.idList({ required: true }),
      first: t.arg.int(),
      after: t.arg.string(),
    },
    resolve: (root, { after, ...asked }, context, info) =>
      expenses(root, { ...asked, type: 'expense', cursor: after ?? null }, context, info),
  }),
)

const modified = builder.objectRef<{ id: string; recodeIds: string[] }>('ModifiedTransactions').implement({
  fields: (t) => ({ id: t.exposeID('id'), recodeIds: t.exposeIDList('recodeIds') }),
})

builder.mutationField('modifyTransactionsOnVendor', (t) =>
  t.field({
    type: modified,
    args: {
      vendorId: t.arg.id({ required: true }),
      transactionIdsToAdd: t.arg.idList({ required: true }),
      transactionIdsToRemove: t.arg.idList({ required: true }),
    },
    resolve: resolveWith('mutation.modifyTransactionsOnVendor', modifyTransactionsOnVendor),
  }),
)
