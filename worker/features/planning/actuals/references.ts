import type { Kind } from '../../../../schema/shared/kinds.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type Referred, type ReferredKind, type Replacement, registerReferences } from '../../../core/references.ts'
import { remapStatements } from './remap.ts'

/** Where the accounting system's objects and the transactions refer to units: their lists, deleting and merging. */

interface Place {
  column: string
  /** The index that finds the objects of a unit. */
  index: string
  /** The field of the unit's lists, of the objects of this kind. Null if lists don't show them. */
  shown: { field: string; mappedKind: string } | null
  /** The page of these mappings. */
  page: string
}

const PLACES: Partial<Record<ReferredKind, Place>> = {
  DEPARTMENT: {
    column: 'department_id',
    index: 'erp_objects_department',
    shown: { field: 'erpDepartmentMappings', mappedKind: 'DEPARTMENT' },
    page: 'erp-departments',
  },
  BUSINESS_UNIT: {
    column: 'business_unit_id',
    index: 'erp_objects_business_unit',
    shown: { field: 'erpClassifications', mappedKind: 'CLASSIFICATION' },
    page: 'erp-classifications',
  },
  LOCATION: {
    column: 'location_id',
    index: 'erp_objects_location',
    shown: { field: 'erpLocations', mappedKind: 'LOCATION' },
    page: 'locations',
  },
  ENTITY: { column: 'entity_id', index: 'erp_objects_entity', shown: null, page: 'erp-entities' },
  SPEND_CATEGORY: {
    column: 'category_id',
    index: 'erp_objects_category',
    shown: { field: 'erpExpenseAccountMappings', mappedKind: 'EXPENSE_ACCOUNT' },
    page: 'erp-expense-accounts',
  },
  REVENUE_CATEGORY: {
    column: 'category_id',
    index: 'erp_objects_category',
    shown: { field: 'revenueAccountMappings', mappedKind: 'REVENUE_ACCOUNT' },
    page: 'erp-revenue-accounts',
  },
}

/**
 * SQL of a JSON list of the accounting system's objects that are mapped to `t`, a unit or a vendor of a company.
 * @param columns of the object `o`, as pairs of json_object
 */
const mappedTo = (column: string, index: string, mappedKind: string, columns: string): string =>
  `(SELECT json_group_array(json_object(${columns})) FROM (
     SELECT o.id, o.name, o.erp_id FROM erp_objects o INDEXED BY ${index}
      WHERE o.company_id = t.company_id AND o.${column} = t.id AND o.mapped_kind = '${mappedKind}'
        AND o.deleted_at IS NULL ORDER BY o.name_key, o.id) mapped)`

/** The same with their ids there, for what can be mapped to this kind. */
export const mappedObjectsSql = (of: ReferredKind): string => {
  const columns = `'id', mapped.id, 'name', mapped.name, 'erpId', mapped.erp_id`
  if (of === 'VENDOR') return mappedTo('vendor_id', 'erp_objects_vendor', 'VENDOR', columns)
  const place = PLACES[of]
  if (!place?.shown) throw new Error(`No object of an accounting system is mapped to ${of}`)
  return mappedTo(place.column, place.index, place.shown.mappedKind, columns)
}

const placeOf = ({ auditTarget }: Pick<Referred, 'auditTarget'>): Place | undefined => PLACES[auditTarget]

const replaced = async (
  context: StaffContext,
  { column, index }: Place,
  fromId: string,
  toId: string,
): Promise<Replacement> => {
  const { db, actor } = context
  const objects = await db.all<{ id: string }>(
    db.sql(
      `SELECT id FROM erp_objects INDEXED BY ${index} WHERE company_id = ? AND ${column} = ?`,
      actor.companyId,
      fromId,
    ),
  )
  const statements: D1PreparedStatement[] = []
  if (objects.length > 0) {
    statements.push(
      db.sql(
        `UPDATE erp_objects INDEXED BY ${index} SET ${column} = ?3, mapping_version = mapping_version + 1
          WHERE company_id = ?1 AND ${column} = ?2`,
        ...[actor.companyId, fromId, toId],
      ),
      ...remapStatements(
        context,
        actor.companyId,
        objects.map(({ id }) => id),
      ),
    )
  }
  if (column === 'category_id') {
    // People can set a line's category, whatever its account is mapped to.
    statements.push(
      db.sql(
        `UPDATE transactions INDEXED BY transactions_category SET category_id = ?3, version = version + 1
          WHERE company_id = ?1 AND category_id = ?2 AND is_category_set`,
        ...[actor.companyId, fromId, toId],
      ),
    )
  }
  return { changed: {}, statements, audit: [] }
}

registerReferences({
  order: 65,
  uses: ({ db, actor }, kind, unit) => {
    const place = placeOf(kind)
    if (!place) return null
    return {
      statements: [
        db.sql(
          `SELECT name, COUNT(*) OVER () AS total FROM erp_objects INDEXED BY ${place.index}
            WHERE company_id = ? AND ${place.column} = ? ORDER BY name_key LIMIT 1`,
          actor.companyId,
          unit.id,
        ),
      ],
      reasons: ([first]) => {
        if (!first) return []
        const others = Number(first.total) - 1
        const what = others > 0 ? `${first.name} and ${others} more` : String(first.name)
        return [
          {
            kind: 'MAPPING',
            text: `${what} of the accounting system ${others > 0 ? 'are' : 'is'} mapped to it`,
            href: `/settings/manage-mappings/actuals/${place.page}`,
          },
        ]
      },
    }
  },
  unusedSql: (kind) => {
    const place = placeOf(kind)
    if (!place) return null
    const objects = `NOT EXISTS (SELECT 1 FROM erp_objects WHERE company_id = ?2 AND ${place.column} = ?1)`
    if (place.column !== 'category_id') return objects
    return `${objects} AND NOT EXISTS (SELECT 1 FROM transactions WHERE company_id = ?2 AND category_id = ?1 AND is_category_set)`
  },
  replace: async (context, kind, fromId, toId) => {
    const place = placeOf(kind)
    return place ? replaced(context, place, fromId, toId) : { changed: {}, statements: [], audit: [] }
  },
})

for (const [kind, place] of Object.entries(PLACES)) {
  if (!place.shown) continue
  registerReferences({
    order: 65,
    uses: () => null,
    lists: {
      of: kind as Kind,
      field: place.shown.field,
      sql: mappedTo(place.column, place.index, place.shown.mappedKind, `'id', mapped.id, 'name', mapped.name`),
    },
  })
}
