import './graphql-entry.ts'
import './subject.ts'
import './graphql-form.ts'
import { BILL_FILTERS } from '../../../../schema/money/bills/filters.ts'
import type { BillRow } from '../../../../schema/money/bills/list.ts'
import { BILL_STATUSES } from '../../../../schema/money/bills/values.ts'
import type { Waits } from '../../../../schema/platform/guarded/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { AMOUNT_ARGUMENT, idPayload, namedType, pageInfoType } from '../../../transport/graphql/shared-types.ts'
import { updateStatus } from './act.ts'
import { createBillThread } from './discussion.ts'
import { billOperations } from './list.ts'
import { createBillRuleSet, deleteBillRuleSet, updateBillRuleSet } from './rule-sets.ts'

/** GraphQL fields of bills (specification 3 §7.6). */

const statusEnum = builder.enumType('BillStatus', { values: BILL_STATUSES })
const filterEnum = builder.enumType('BillListFilter', { values: BILL_FILTERS })

const currencyType = builder.objectRef<BillRow['currency']>('BillCurrency').implement({
  fields: (t) => ({
    id: t.exposeID('id', { nullable: true }),
    symbol: t.exposeString('symbol'),
    exchangeRate: t.exposeFloat('exchangeRate', { nullable: true }),
  }),
})
const paymentType = builder.objectRef<NonNullable<BillRow['billPayment']>>('PaymentOfBill').implement({
  fields: (t) => ({ id: t.exposeID('id'), status: t.exposeString('status') }),
})
const syncType = builder.objectRef<NonNullable<BillRow['syncEntry']>>('SyncEntryOfBill').implement({
  fields: (t) => ({
    erpId: t.exposeString('erpId', { nullable: true }),
    isSynced: t.exposeBoolean('isSynced'),
    link: t.exposeString('link', { nullable: true }),
    syncedOn: t.exposeString('syncedOn', { nullable: true }),
    error: t.exposeString('error', { nullable: true }),
  }),
})
const billType = builder.objectRef<BillRow>('Bill').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    createdBy: t.field({ type: namedType, resolve: (bill) => bill.createdBy }),
    erpVendorId: t.exposeID('erpVendorId'),
    erpVendor: t.field({ type: namedType, resolve: (bill) => bill.erpVendor }),
    erpEntityId: t.exposeID('erpEntityId', { nullable: true }),
    erpEntity: t.field({ type: namedType, nullable: true, resolve: (bill) => bill.erpEntity }),
    invoiceNumber: t.exposeString('invoiceNumber'),
    invoiceDate: t.exposeString('invoiceDate'),
    dueDate: t.exposeString('dueDate', { nullable: true }),
    totalAmount: t.float({
      description: 'In the minor unit of its currency',
      resolve: (bill) => bill.totalAmount.value,
    }),
    currency: t.field({ type: currencyType, resolve: (bill) => bill.currency }),
    isCredit: t.exposeBoolean('isCredit'),
    description: t.exposeString('description'),
    spendRequestId: t.exposeID('spendRequestId', { nullable: true }),
    accountingPeriodId: t.exposeID('accountingPeriodId', { nullable: true }),
    status: t.field({ type: statusEnum, resolve: (bill) => bill.status }),
    archived: t.exposeBoolean('archived'),
    progress: t.exposeInt('progress'),
    billPayment: t.field({ type: paymentType, nullable: true, resolve: (bill) => bill.billPayment }),
    syncEntry: t.field({ type: syncType, nullable: true, resolve: (bill) => bill.syncEntry }),
  }),
})
const edgeType = builder.objectRef<{ cursor: string; node: BillRow }>('BillEdge').implement({
  fields: (t) => ({
    cursor: t.exposeString('cursor'),
    node: t.field({ type: billType, resolve: (edge) => edge.node }),
  }),
})
const connectionType = builder.objectRef<Connection<BillRow>>('BillConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [edgeType], resolve: (connection) => connection.edges }),
    pageInfo: t.field({ type: pageInfoType, resolve: (connection) => connection.pageInfo }),
  }),
})
const filterInput = builder.inputType('BillFilter', {
  fields: (t) => ({
    filter: t.field({ type: filterEnum }),
    status: t.field({ type: statusEnum }),
    search: t.string(),
    erpVendorId: t.id(),
    vendorId: t.id(),
    departmentIds: t.idList({ description: 'Bills with a line of any of these departments' }),
    amount: t.string({ description: AMOUNT_ARGUMENT }),
  }),
})

const withoutNulls = (value: object | null | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, each]) => each !== null && each !== undefined))

const list = resolveWith('query.bills', billOperations.list)

builder.queryField('bills', (t) =>
  t.field({
    type: connectionType,
    args: { filter: t.arg({ type: filterInput }), first: t.arg.int(), after: t.arg.string() },
    resolve: (root, { filter, first, after }, context, info) =>
      list(
        root,
        { ...withoutNulls(filter), ...withoutNulls({ first, cursor: after }) },
        context,
        info,
      ) as unknown as Promise<Connection<BillRow>>,
  }),
)

const waitsType = builder.objectRef<Waits>('WaitsForConfirmation').implement({
  description: 'A change about money that waits for a second person',
  fields: (t) => ({ effectiveAt: t.exposeString('effectiveAt', { nullable: true }) }),
})
const changedRuleSet = builder.objectRef<{ id: string; waits?: Waits | undefined }>('ChangedBillRuleSet').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    waits: t.field({ type: waitsType, nullable: true, resolve: ({ waits }) => waits }),
  }),
})

const setStatus = resolveWith('mutation.updateBillStatus', updateStatus)
const update = resolveWith('mutation.updateBillRuleSet', updateBillRuleSet)

builder.mutationFields((t) => ({
  updateBillStatus: t.field({
    type: idPayload,
    args: {
      input: t.arg({
        required: true,
        type: builder.inputType('UpdateBillStatusInput', {
          fields: (f) => ({
            id: f.id({ required: true }),
            status: f.field({ type: statusEnum, required: true }),
            comment: f.string(),
            levelGroupStatusId: f.id({ required: true }),
            seenVersion: f.int(),
          }),
        }),
      }),
    },
    resolve: async (root, { input }, context, info) => {
      await setStatus(root, withoutNulls(input), context, info)
      return { id: String(input.id) }
    },
  }),
  createBillThread: t.field({
    type: idPayload,
    args: { billId: t.arg.id({ required: true }), commentBody: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createBillThread', createBillThread),
  }),
  createBillRuleSet: t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createBillRuleSet', createBillRuleSet),
  }),
  updateBillRuleSet: t.field({
    type: changedRuleSet,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({
        required: true,
        type: builder.inputType('UpdateBillRuleSetInput', {
          fields: (f) => ({
            name: f.string(),
            spendCategoryIds: f.idList(),
            businessUnitIds: f.idList(),
            departmentIds: f.idList(),
            version: f.int({ description: 'The version that was read; if omitted, the last save wins' }),
          }),
        }),
      }),
    },
    resolve: (root, { id, input }, context, info) =>
      update(root, { ...withoutNulls(input), id: String(id) }, context, info),
  }),
  deleteBillRuleSet: t.field({
    type: changedRuleSet,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.deleteBillRuleSet', deleteBillRuleSet),
  }),
}))
