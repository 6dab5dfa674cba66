import { TRANSACTION_TYPES } from '../../../../../schema/planning/actuals/values.ts'
import type { TransactionRow } from '../../../../../schema/planning/transactions/endpoints.ts'
import type { Connection } from '../../../../../schema/shared/paging.ts'
import { builder } from '../../../../transport/graphql/builder.ts'
import { moneyType, pageInfoType } from '../../../../transport/graphql/shared-types.ts'

/** What GraphQL answers about transactions. */

export const transactionTypeEnum = builder.enumType('TransactionType', { values: TRANSACTION_TYPES })

type Name = 'category' | 'department' | 'businessUnit' | 'location' | 'entity' | 'vendor'
type ErpName = 'erpEntity' | 'erpVendor' | 'erpAccount' | 'erpDepartment' | 'erpLocation' | 'erpClassification'

export const transactionNode = builder.objectRef<TransactionRow>('Transaction')
transactionNode.implement({
  fields: (t) => {
    const named = (field: Name) => ({
      [`${field}Id`]: t.id({ nullable: true, resolve: (row) => row[field]?.id ?? null }),
      [`${field}Name`]: t.string({ nullable: true, resolve: (row) => row[field]?.name ?? null }),
    })
    const erpNamed = (field: ErpName) => ({
      [`${field}Name`]: t.string({ nullable: true, resolve: (row) => row[field]?.name ?? null }),
    })
    return {
      id: t.exposeID('id'),
      transactionDate: t.exposeString('transactionDate'),
      transactionType: t.field({ type: transactionTypeEnum, resolve: ({ transactionType }) => transactionType }),
      expenseOrRevenue: t.field({ type: transactionTypeEnum, resolve: ({ transactionType }) => transactionType }),
      amount: t.field({ type: moneyType, resolve: ({ amount }) => amount }),
      companyAmount: t.field({
        type: moneyType,
        nullable: true,
        description: 'In the company’s currency. Null while there is no rate',
        resolve: ({ companyAmount }) => companyAmount,
      }),
      memo: t.exposeString('memo'),
      description: t.exposeString('description'),
      accountType: t.exposeString('accountType'),
      erpId: t.exposeString('erpId'),
      erpIntegrationId: t.exposeID('erpIntegrationId'),
      lineItemErpId: t.exposeString('lineItemErpId'),
      documentNumber: t.exposeString('documentNumber', { nullable: true }),
      erpUrl: t.exposeString('erpUrl', { nullable: true }),
      isPayroll: t.exposeBoolean('isPayroll'),
      openThreadsCount: t.exposeInt('openThreadsCount'),
      allThreadsCount: t.exposeInt('allThreadsCount'),
      version: t.exposeInt('version'),
      ...erpNamed('erpEntity'),
      ...erpNamed('erpVendor'),
      ...erpNamed('erpAccount'),
      ...erpNamed('erpDepartment'),
      ...erpNamed('erpLocation'),
      ...erpNamed('erpClassification'),
      ...named('category'),
      ...named('department'),
      ...named('businessUnit'),
      ...named('location'),
      ...named('entity'),
      ...named('vendor'),
    }
  },
})

const edgeType = builder.objectRef<{ cursor: string; node: TransactionRow }>('TransactionEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: transactionNode, resolve: (edge) => edge.node }),
  }),
})
export const transactionConnection = builder.objectRef<Connection<TransactionRow>>('TransactionConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [edgeType], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})
