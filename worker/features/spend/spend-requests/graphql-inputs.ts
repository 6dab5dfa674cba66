import { SPEND_FILTERS } from '../../../../schema/spend/spend-requests/filters.ts'
import { builder } from '../../../transport/graphql/builder.ts'
import { AMOUNT_ARGUMENT } from '../../../transport/graphql/shared-types.ts'
import { statusEnum } from './graphql-types.ts'

/** What GraphQL is given about spend requests, and the same as the operations take it. */

const listFilter = builder.enumType('SpendRequestListStatus', { values: SPEND_FILTERS })
export const filterInput = builder.inputType('SpendRequestFilter', {
  fields: (t) => ({
    filter: t.field({ type: listFilter }),
    archived: t.boolean({ description: 'Only archived ones, or only others' }),
    status: t.field({ type: statusEnum }),
    search: t.string(),
    vendorId: t.id(),
    requestorId: t.id(),
    categoryId: t.id(),
    departmentId: t.id(),
    departmentIds: t.idList({ description: 'Spend requests with a line of any of these departments' }),
    amount: t.string({ description: AMOUNT_ARGUMENT }),
    businessUnitId: t.id(),
  }),
})
type GivenFilter = (typeof filterInput)['$inferInput'] | null | undefined

/** `archived` is the archive filter of the list. */
export const filtersOf = (filter: GivenFilter): Record<string, unknown> => {
  const { archived, ...given } = filter ?? {}
  const found = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  return typeof archived === 'boolean' && !('filter' in found)
    ? { ...found, filter: archived ? 'ARCHIVED' : 'ACTIVE' }
    : found
}

export const attentionFilter = builder.enumType('SpendNeedsAttentionFilter', {
  values: {
    approver: { value: 'approver' },
    watcher: { value: 'watcher' },
    recentlyCompleted: { value: 'recently-completed' },
  },
})

const lineInput = builder.inputType('SpendRequestLineInput', {
  fields: (t) => ({
    id: t.id(),
    amount: t.float({ description: 'A whole number of minor units', required: true }),
    description: t.string(),
    categoryId: t.id({ required: true }),
    departmentId: t.id({ required: true }),
    businessUnitId: t.id(),
    entityId: t.id(),
  }),
})
const fieldInput = builder.inputType('SpendCustomFieldInput', {
  fields: (t) => ({
    id: t.id(),
    label: t.string(),
    value: t.string(),
    values: t.stringList({ description: 'For a field with several choices' }),
  }),
})
const contentInput = (name: string, more: { id: boolean }) =>
  builder.inputType(name, {
    fields: (t) => ({
      ...(more.id && { id: t.id({ required: true }), version: t.int() }),
      vendorId: t.id({ required: true }),
      currency: t.string(),
      serviceStartDate: t.string({ required: true }),
      serviceEndDate: t.string(),
      description: t.string(),
      needsSigner: t.boolean(),
      lines: t.field({ type: [lineInput], required: true }),
      documentIds: t.idList(),
      watcherIds: t.idList(),
      customFieldValues: t.field({ type: [fieldInput] }),
      requestorId: t.id(),
    }),
  })
export const createInput = contentInput('CreateSpendRequestInput', { id: false })
export const updateInput = contentInput('UpdateSpendRequestInput', { id: true })
const previewLine = builder.inputType('PreviewSpendLineInput', {
  fields: (t) => ({
    amount: t.float(),
    categoryId: t.id(),
    departmentId: t.id(),
    businessUnitId: t.id(),
    entityId: t.id(),
  }),
})
export const previewInput = builder.inputType('PreviewLevelApproversInput', {
  fields: (t) => ({
    id: t.id({ description: 'Of the spend request that is being changed' }),
    requestorId: t.id(),
    vendorId: t.id(),
    currency: t.string(),
    serviceStartDate: t.string(),
    serviceEndDate: t.string(),
    lines: t.field({ type: [previewLine] }),
    customFieldValues: t.field({ type: [fieldInput] }),
  }),
})

const fieldValues = (given: unknown): unknown => {
  if (!Array.isArray(given)) return undefined
  return given.map(({ id, label, value, values }) => ({
    ...(id && { id }),
    ...(label && { label }),
    value: values ?? value ?? null,
  }))
}
/** Without nulls, and with the values of custom fields as REST takes them. */
export const contentGiven = (input: Record<string, unknown>): Record<string, unknown> => {
  const { customFieldValues, lines, ...rest } = input
  const plain = (object: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined))
  const fields = fieldValues(customFieldValues)
  return {
    ...plain(rest),
    ...(Array.isArray(lines) && { lines: lines.map((line) => plain(line)) }),
    ...(fields !== undefined && { customFieldValues: fields }),
  }
}
