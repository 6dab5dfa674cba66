import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, option } from '../../shared/values.ts'

/** What bills and payments are written into the accounting system with (specification 3 §3). */

/** What an entity has. Accounts are given by the ids of the accounting system's objects. */
export const syncAccounts = {
  syncBills: z.boolean(),
  syncBillPayments: z.boolean(),
  /** Bills are owed on it. */
  glBillPayableAccountId: z.string().nullable(),
  /** Payments are made from it. */
  glFundingAccountId: z.string().nullable(),
  /** Money on its way is on it. */
  glClearingAccountId: z.string().nullable(),
}

export const setEntitySyncAccounts = endpoint({
  id: 'erp-sync.set-entity-sync-accounts',
  method: 'POST',
  path: '/api/erp-entities/{erpEntityId}/sync-accounts',
  summary: 'Set the accounts that an entity’s bills and payments are written with. What is left out stays',
  params: z.object({ erpEntityId: id }),
  body: z.object({
    syncBills: z.boolean().optional(),
    syncBillPayments: z.boolean().optional(),
    glBillPayableAccountId: id.nullish(),
    glFundingAccountId: id.nullish(),
    glClearingAccountId: id.nullish(),
  }),
  response: z.object({ id: z.string() }),
})

const customField = z.object({
  id: z.string(),
  name: z.string(),
  scriptId: z.string(),
  type: z.string().nullable(),
  valueType: z.string().nullable(),
  showOnBill: z.boolean(),
})

export const listCustomFields = endpoint({
  id: 'erp-sync.list-custom-fields',
  method: 'GET',
  path: '/api/erp-custom-fields',
  summary: 'Custom fields of the accounting system',
  response: z.array(customField),
})

export const customFieldOptions = endpoint({
  id: 'erp-sync.custom-field-options',
  method: 'GET',
  path: '/api/erp-custom-fields/{erpCustomFieldId}/options',
  summary: 'What can be chosen in a custom field, by name. Empty for fields without choices',
  params: z.object({ erpCustomFieldId: id }),
  query: z.object({ search: z.string().trim().max(200).optional() }),
  response: z.array(option),
})

export const setShowOnBill = endpoint({
  id: 'erp-sync.set-show-on-bill',
  method: 'PUT',
  path: '/api/erp-custom-fields/{erpCustomFieldId}/show-on-bill',
  summary: 'Show a custom field on bills, or no longer',
  params: z.object({ erpCustomFieldId: id }),
  body: z.object({ showOnBill: z.boolean() }),
  response: z.object({ id: z.string() }),
})

export const listCustomSegments = endpoint({
  id: 'erp-sync.list-custom-segments',
  method: 'GET',
  path: '/api/erp-custom-segments',
  summary: 'Custom segments of the accounting system',
  response: z.array(z.object({ id: z.string(), name: z.string(), scriptId: z.string(), enabled: z.boolean() })),
})

export const setSegmentEnabled = endpoint({
  id: 'erp-sync.set-segment-enabled',
  method: 'PUT',
  path: '/api/erp-custom-segments/{erpCustomSegmentId}/enabled',
  summary: 'Use a custom segment on bills, or no longer',
  params: z.object({ erpCustomSegmentId: id }),
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ id: z.string() }),
})
