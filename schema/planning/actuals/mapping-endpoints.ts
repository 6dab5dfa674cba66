import { z } from 'zod'
import { syncAccounts } from '../../platform/accounting/bill-settings-endpoints.ts'
import { mappedKind } from '../../platform/accounting/values.ts'
import { unitName } from '../../platform/organisation/unit-shapes.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id } from '../../shared/values.ts'
import { MOST_MAPPED_AT_ONCE, mappingChange, mappingRow } from './mapping-values.ts'

/** Mapping the accounting system's objects (specification 3 §7.2). */

export const MAPPING_SHOWN = ['ALL', 'UNMAPPED', 'DISMISSED'] as const

/** The largest amounts of the last twelve months first. */
export const listMappings = endpoint({
  id: 'mappings.list',
  method: 'GET',
  path: '/api/erp-mappings/{kind}',
  summary: 'What the objects of a kind in the accounting system are in the company',
  params: z.object({ kind: mappedKind }),
  query: pageQuery.extend({
    show: z.enum(MAPPING_SHOWN).default('ALL'),
    search: z.string().trim().max(200).optional(),
  }),
  response: connection(mappingRow).extend({ total: z.number().int(), unmapped: z.number().int() }),
})

const several = <T extends z.ZodType>(row: T) =>
  z.array(row).min(1, 'Change at least one row').max(MOST_MAPPED_AT_ONCE, `At most ${MOST_MAPPED_AT_ONCE} rows at once`)

export const mappingSaved = z.object({
  /** For undoing it. Null if nothing changed. */
  saveId: z.string().nullable(),
  changedIds: z.array(z.string()),
  /** How many units or vendors were made. */
  created: z.number().int(),
})
export type MappingSaved = z.infer<typeof mappingSaved>

export const saveMappings = endpoint({
  id: 'mappings.save',
  method: 'POST',
  path: '/api/erp-mappings/{kind}',
  summary: 'Map objects of the accounting system, all or none',
  params: z.object({ kind: mappedKind }),
  body: z.object({ changes: several(mappingChange) }),
  response: mappingSaved,
})

/** Rows that were changed since keep what they have. */
export const undoMappings = endpoint({
  id: 'mappings.undo',
  method: 'POST',
  path: '/api/erp-mapping-saves/{saveId}/undo',
  summary: 'Undo a save of mappings',
  params: z.object({ saveId: id }),
  response: z.object({
    restored: z.number().int(),
    /** Changed since, so left alone. */
    kept: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

export const unmappedCounts = endpoint({
  id: 'mappings.unmapped-counts',
  method: 'GET',
  path: '/api/unmapped-erp-object-counts',
  summary: 'How many objects of the accounting system are still unmapped',
  response: z.object({
    expenseAccounts: z.number().int(),
    revenueAccounts: z.number().int(),
    locations: z.number().int(),
    departments: z.number().int(),
    vendors: z.number().int(),
    classifications: z.number().int(),
    entities: z.number().int(),
  }),
})

export const listErpEntities = endpoint({
  id: 'mappings.list-entities',
  method: 'GET',
  path: '/api/erp-entities',
  summary: 'The accounting system’s entities, with the accounts that their bills and payments are written with',
  response: z.array(
    z.object({
      ...{ id: z.string(), erpId: z.string(), name: z.string(), entityId: z.string().nullable() },
      /** The name of its address for invoices, between the company's short name and the @. */
      emailShortName: z.string().nullable(),
      ...syncAccounts,
    }),
  ),
})

export const mapErpEntities = endpoint({
  id: 'mappings.map-entities',
  method: 'POST',
  path: '/api/erp-entities/mappings',
  summary: 'Map entities of the accounting system, or make new ones',
  body: several(z.object({ id, entityId: id.nullish(), newEntityName: unitName.nullish() })),
  response: z.array(z.object({ id: z.string() })),
})

export const dismissVendorMapping = endpoint({
  id: 'mappings.dismiss-vendors',
  method: 'POST',
  path: '/api/dismiss-vendor-mapping',
  summary: 'Leave vendors of the accounting system unmapped, or bring them back',
  body: several(z.object({ id, isDismissed: z.boolean() })),
  response: z.array(z.object({ id: z.string() })),
})
