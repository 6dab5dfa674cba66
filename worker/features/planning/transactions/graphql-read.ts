import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { namedType, yearMonthType } from '../../../transport/graphql/shared-types.ts'
import { transactionOperations } from './list.ts'
import { readFilterOptions } from './options.ts'
import { readTransaction } from './read.ts'
import { transactionConnection, transactionNode, transactionTypeEnum } from './types/graphql-types.ts'

/** Transactions through GraphQL, by the names of the specification (3 §3 and §7.6). */

type Options = Awaited<ReturnType<typeof readFilterOptions.run>>
const optionsType = builder.objectRef<Options>('FiFilterOptions').implement({
  fields: (t) => ({
    departments: t.field({ type: [namedType], resolve: (options) => options.departments }),
    businessUnits: t.field({ type: [namedType], resolve: (options) => options.businessUnits }),
    categories: t.field({ type: [namedType], resolve: (options) => options.categories }),
    locations: t.field({ type: [namedType], resolve: (options) => options.locations }),
    vendors: t.field({ type: [namedType], resolve: (options) => options.vendors }),
  }),
})

const list = resolveWith('query.transactions', transactionOperations.list)

builder.queryFields((t) => ({
  transaction: t.field({
    type: transactionNode,
    args: { id: t.arg.id({ required: true }), type: t.arg({ type: transactionTypeEnum, required: true }) },
    resolve: resolveWith('query.transaction', readTransaction),
  }),
  transactions: t.field({
    type: transactionConnection,
    args: {
      type: t.arg({ type: transactionTypeEnum, required: true }),
      startYearMonth: t.arg({ type: yearMonthType, required: true }),
      endYearMonth: t.arg({ type: yearMonthType, required: true }),
      inDepartmentIds: t.arg.idList(),
      notInDepartmentIds: t.arg.idList(),
      inBusinessUnitIds: t.arg.idList(),
      notInBusinessUnitIds: t.arg.idList(),
      inCategoryIds: t.arg.idList(),
      notInCategoryIds: t.arg.idList(),
      inLocationIds: t.arg.idList(),
      notInLocationIds: t.arg.idList(),
      inVendorIds: t.arg.idList(),
      notInVendorIds: t.arg.idList(),
      accountType: t.arg.string(),
      first: t.arg.int(),
      after: t.arg.string(),
    },
    resolve: (root, { after, ...asked }, context, info) =>
      list(root, { ...asked, cursor: after ?? null }, context, info),
  }),
  fiFilterOptions: t.field({
    type: optionsType,
    resolve: resolveWith('query.fiFilterOptions', readFilterOptions),
  }),
}))
