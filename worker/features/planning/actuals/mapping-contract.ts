import { z } from 'zod'
import {
  dismissVendorMapping,
  listErpEntities,
  mapErpEntities,
} from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { MOST_MAPPED_AT_ONCE } from '../../../../schema/planning/actuals/mapping-values.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { SYNC_ACCOUNTS, type SyncAccountsRow, toSyncAccounts } from '../../platform/accounting/index.ts'
import { candidatesOf, proposalOf } from './mapping-propose.ts'
import { changedRows, changeOf, saveChanges } from './mapping-save.ts'

/** The calls that the specification names, on the same engine (specification 3 §7.2 and §7.6). */

const inBody = (place: number, field: string): string => `body.${place}.${field}`

/** An object of the accounting system and what it is mapped to, as every member may read it. */
export interface ErpObject {
  id: string
  erpId: string
  name: string
  isActive: boolean
  isTracked: boolean
  departmentId: string | null
  locationId: string | null
  businessUnitId: string | null
  entityId: string | null
}

/** The units of the accounting system. */
const unitsOf = (id: string, kind: 'DEPARTMENT' | 'LOCATION' | 'CLASSIFICATION') =>
  query({
    id,
    access: 'staff.use',
    input: z.object({}),
    run: async ({ db, actor }): Promise<ErpObject[]> => {
      const rows = await db.all<Omit<ErpObject, 'isActive' | 'isTracked'> & { isActive: number; isTracked: number }>(
        db.sql(
          `SELECT id, erp_id AS erpId, name, is_active AS isActive, is_tracked AS isTracked,
                  department_id AS departmentId, location_id AS locationId, business_unit_id AS businessUnitId,
                  entity_id AS entityId
             FROM erp_objects INDEXED BY erp_objects_name WHERE company_id = ? AND kind = ? AND deleted_at IS NULL
            ORDER BY name_key, id`,
          actor.companyId,
          kind,
        ),
      )
      return rows.map((row) => ({ ...row, isActive: row.isActive === 1, isTracked: row.isTracked === 1 }))
    },
  })

export const erpDepartments = unitsOf('mappings.erp-departments', 'DEPARTMENT')
export const erpLocations = unitsOf('mappings.erp-locations', 'LOCATION')
export const erpClassifications = unitsOf('mappings.erp-classifications', 'CLASSIFICATION')

export const listEntitiesOfErp = query({
  id: listErpEntities.id,
  access: 'staff.use',
  input: inputOf(listErpEntities),
  run: async ({ db, actor }) => {
    const rows = await db.all<
      SyncAccountsRow & {
        id: string
        erpId: string
        name: string
        entityId: string | null
        emailShortName: string | null
      }
    >(
      db.sql(
        `SELECT o.id, o.erp_id AS erpId, o.name, o.entity_id AS entityId, a.short_name AS emailShortName,
                ${SYNC_ACCOUNTS}
           FROM erp_objects o INDEXED BY erp_objects_name
           LEFT JOIN erp_entity_settings s ON s.entity_object_id = o.id
           LEFT JOIN invoice_addresses a ON a.company_id = o.company_id AND a.erp_entity_id = o.id
          WHERE o.company_id = ? AND o.kind = 'ENTITY' AND o.deleted_at IS NULL ORDER BY o.name_key, o.id`,
        actor.companyId,
      ),
    )
    return rows.map(({ id, erpId, name, entityId, emailShortName, ...accounts }) => ({
      ...{ id, erpId, name, entityId, emailShortName },
      ...toSyncAccounts(accounts),
    }))
  },
})

export const mapEntities = command({
  id: mapErpEntities.id,
  access: 'mappings.manage',
  input: inputOf(mapErpEntities),
  run: async (context, { body }) => {
    return saveChanges(context, 'ENTITY', body.map(changeOf), { at: inBody, answer: changedRows })
  },
})

export const dismissVendors = command({
  id: dismissVendorMapping.id,
  access: 'mappings.manage',
  input: inputOf(dismissVendorMapping),
  run: async (context, { body }) => {
    return saveChanges(context, 'VENDOR', body.map(changeOf), { at: inBody, answer: changedRows })
  },
})

/**
 * Maps the open expense accounts of some of the accounting system's groups ("Expense", "Cost of Goods Sold") to the
 * spend categories with their names, which are made if there are none. The company is the person's own.
 */
export const mapByClassification = command({
  id: 'mappings.by-classification',
  access: 'mappings.manage',
  input: z.object({
    accountClassifications: z.array(z.string().trim().min(1).max(100)).min(1).max(50),
    companyId: z.string().max(64),
  }),
  run: async (context, { accountClassifications, companyId }) => {
    const { db, actor } = context
    if (companyId !== actor.companyId)
      throw new AppError('INVALID', 'Choose your own company.', { fields: { companyId: 'Choose your own company' } })
    const open = await db.all<{ id: string; name: string; version: number }>(
      db.sql(
        `SELECT id, name, mapping_version AS version FROM erp_objects INDEXED BY erp_objects_unmapped
          WHERE company_id = ?1 AND mapped_kind = 'EXPENSE_ACCOUNT' AND is_unmapped
            AND classification IN (SELECT value FROM json_each(?2))
          ORDER BY last12_minor DESC, id DESC LIMIT ?3`,
        actor.companyId,
        JSON.stringify(accountClassifications),
        MOST_MAPPED_AT_ONCE,
      ),
    )
    if (open.length === 0) return []
    const candidates = await candidatesOf(
      context,
      'EXPENSE_ACCOUNT',
      open.map(({ name }) => name),
    )
    return saveChanges(
      context,
      'EXPENSE_ACCOUNT',
      open.map(({ id, name, version }) => {
        const found = proposalOf('EXPENSE_ACCOUNT', name, candidates)
        return changeOf({ id, version, ...(found.id ? { categoryId: found.id } : { newCategoryName: found.name }) })
      }),
      { answer: changedRows },
    )
  },
})
