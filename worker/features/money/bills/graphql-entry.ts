import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { ERP_OPTION_LISTS, type ErpOption, type ErpOptions, readErpOptions } from './erp-options.ts'
import { modifyBillEntry } from './modify-entry.ts'

/** Where bills are booked, through GraphQL (specification 3 §7.6). */

const optionType = builder.objectRef<ErpOption>('ErpOption').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    number: t.exposeString('number', {
      nullable: true,
      description: 'An account’s number in the general ledger, or a currency’s symbol',
    }),
  }),
})

const optionsType = builder.objectRef<ErpOptions>('ErpOptions').implement({
  description: 'Some of what the accounting system has of each kind. Search for others',
  fields: (t) =>
    Object.fromEntries(
      ERP_OPTION_LISTS.map((list) => [list, t.field({ type: [optionType], resolve: (options) => options[list] })]),
    ),
})

builder.queryField('erpOptions', (t) =>
  t.field({
    type: optionsType,
    args: { erpEntityId: t.arg.id(), search: t.arg.string() },
    resolve: resolveWith('query.erpOptions', readErpOptions),
  }),
)

const fieldInput = builder.inputType('BillEntryCustomFieldInput', {
  fields: (t) => ({ customFieldScriptId: t.string({ required: true }), value: t.string() }),
})
const segmentInput = builder.inputType('BillEntryCustomSegmentInput', {
  fields: (t) => ({ customSegmentScriptId: t.string({ required: true }), value: t.string() }),
})
const lineInput = builder.inputType('ModifyBillEntryLineInput', {
  fields: (t) => ({
    id: t.id({ description: 'Of a line that the bill has already' }),
    amount: t.float({
      required: true,
      description: 'A whole number of minor units. All lines add up to the bill’s total',
    }),
    memo: t.string(),
    erpAccountId: t.id(),
    erpBusinessUnitId: t.id(),
    erpDepartmentMappingId: t.id(),
    erpTaxCodeId: t.id(),
    erpAmortizationTemplateId: t.id(),
    amortizationStartDate: t.string(),
    amortizationEndDate: t.string(),
    erpCustomFieldValues: t.field({ type: [fieldInput] }),
    customSegments: t.field({ type: [segmentInput] }),
  }),
})

/** What isn't given is left to the input's own rules. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null || each === undefined ? [] : [[key, plain(each)]])),
  )
}

const modify = resolveWith('mutation.modifyBillEntry', modifyBillEntry)

builder.mutationField('modifyBillEntry', (t) =>
  t.field({
    type: idPayload,
    args: {
      input: t.arg({
        required: true,
        type: builder.inputType('ModifyBillEntryInput', {
          fields: (f) => ({
            id: f.id({ required: true, description: 'The bill, or its entry for the accounting system' }),
            invoiceNumber: f.string(),
            invoiceId: f.id(),
            invoiceDate: f.string(),
            totalAmount: f.float(),
            erpEntityId: f.id(),
            lines: f.field({ type: [lineInput], required: true }),
            version: f.int({ description: 'The bill’s entryRevision that was read; if omitted, the last write wins' }),
          }),
        }),
      }),
    },
    resolve: (root, { input }, context, info) => modify(root, plain(input) as Record<string, unknown>, context, info),
  }),
)
