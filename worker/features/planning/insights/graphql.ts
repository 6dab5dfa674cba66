import { PLAN_TYPES } from '../../../../schema/planning/plans/values.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { SpendRequestRow } from '../../../../schema/spend/spend-requests/list.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { namedType, personType, yearMonthType } from '../../../transport/graphql/shared-types.ts'
import { spendFields, statusEnum } from '../../spend/spend-requests/graphql-types.ts'
import { paymentFrequencyType } from '../../vendors/services/types/graphql-types.ts'
import { transactionConnection } from '../transactions/types/graphql-types.ts'
import { type GroupedService, readGroupedServices, readGroupedSpend, readGroupedTransactions } from './rows.ts'

/** What stands behind the figures of plans, by the names of the specification (3 §7.6). */

/** A row, and where the list goes on after it. */
type Listed<Row> = Row & { cursor: string }

/** A page can end before its last row and the next one: what was looked at in between isn't looked at again. */
const listed = <Row>({ edges, pageInfo }: Connection<Row>): Listed<Row>[] =>
  edges.map(({ cursor, node }, at) => ({
    ...node,
    cursor: at === edges.length - 1 ? (pageInfo.endCursor ?? cursor) : cursor,
  }))

const categoryKind = builder.enumType('CategoryKind', { values: PLAN_TYPES })

const serviceType = builder.objectRef<Listed<GroupedService>>('GroupedService').implement({
  description: 'A period of a service. Amounts in whole minor units of the currency',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The list continues after it' }),
    serviceId: t.exposeID('serviceId'),
    serviceName: t.exposeString('serviceName'),
    vendor: t.field({ type: namedType, resolve: ({ vendor }) => vendor }),
    servicePeriodId: t.exposeID('servicePeriodId'),
    startDate: t.exposeString('startDate'),
    endDate: t.exposeString('endDate', { nullable: true, description: 'Null for a service that runs month to month' }),
    paymentFrequency: t.field({
      type: paymentFrequencyType,
      nullable: true,
      resolve: ({ paymentFrequency }) => paymentFrequency,
    }),
    currency: t.exposeString('currency'),
    totalServicePeriodCost: t.exposeFloat('totalServicePeriodCost', {
      nullable: true,
      description: 'Null without an end',
    }),
    amortizedCost: t.exposeFloat('amortizedCost', { description: 'What the months cost that are asked for' }),
    departmentName: t.exposeString('departmentName', { description: 'Of several, their names' }),
    owners: t.field({ type: [personType], resolve: ({ owners }) => owners }),
  }),
})

const spendType = builder.objectRef<Listed<SpendRequestRow>>('GroupedSpendRequest').implement({
  description: '`amortizedCost` is what the months cost of the lines that are asked for, `lineId` the first of them',
  interfaces: [spendFields],
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The list continues after it' }),
  }),
})

const asked = <Root extends object>(
  t: PothosSchemaTypes.QueryFieldBuilder<typeof builder.$inferSchemaTypes, Root>,
) => ({
  planId: t.arg.id({ required: true }),
  startYearMonth: t.arg({ type: yearMonthType, required: true }),
  endYearMonth: t.arg({ type: yearMonthType, required: true }),
  type: t.arg({ type: categoryKind, required: true }),
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
  first: t.arg.int(),
  after: t.arg.string(),
})

const transactions = resolveWith('query.groupedTransactions', readGroupedTransactions)
const services = resolveWith('query.groupedServices', readGroupedServices)
const spend = resolveWith('query.groupedSpendRequests', readGroupedSpend)

builder.queryFields((t) => ({
  groupedTransactions: t.field({
    type: transactionConnection,
    args: asked(t),
    resolve: (root, { after, ...given }, context, info) =>
      transactions(root, { ...given, cursor: after ?? null }, context, info),
  }),
  groupedServices: t.field({
    type: [serviceType],
    args: asked(t),
    resolve: async (root, { after, ...given }, context, info) =>
      listed(await services(root, { ...given, cursor: after ?? null }, context, info)),
  }),
  groupedSpendRequests: t.field({
    type: [spendType],
    args: { ...asked(t), status: t.arg({ type: statusEnum }) },
    resolve: async (root, { after, ...given }, context, info) =>
      listed(await spend(root, { ...given, cursor: after ?? null }, context, info)),
  }),
}))
