import { z } from 'zod'
import {
  listMappings,
  type MAPPING_SHOWN,
  unmappedCounts,
} from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { type MappingRow, TARGETS } from '../../../../schema/planning/actuals/mapping-values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { type Connection, pageQuery } from '../../../../schema/shared/paging.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { COLUMNS, TARGET_UNITS } from './mapping-kinds.ts'
import { candidatesOf, proposalOf } from './mapping-propose.ts'

/** The rows of a mapping page, those with the largest amounts first. */

interface StoredRow {
  id: string
  name: string
  number: string | null
  erpId: string
  isActive: number
  classification: string | null
  targetId: string | null
  targetName: string | null
  departmentId: string | null
  departmentName: string | null
  businessUnitId: string | null
  businessUnitName: string | null
  type: string | null
  trackingLevel: MappingRow['trackingLevel']
  isPayroll: number
  isTracked: number
  isDismissed: number
  isUnmapped: number
  last12Minor: number
  createdAt: number
  version: number
}

const isAccount = (kind: MappedKind): boolean => kind === 'EXPENSE_ACCOUNT' || kind === 'REVENUE_ACCOUNT'

const columnsOf = (kind: MappedKind): string =>
  [
    'o.id, o.name, o.number, o.erp_id AS erpId, o.is_active AS isActive, o.classification',
    'g.id AS targetId, g.name AS targetName',
    isAccount(kind)
      ? `d.id AS departmentId, d.name AS departmentName, b.id AS businessUnitId, b.name AS businessUnitName`
      : 'NULL AS departmentId, NULL AS departmentName, NULL AS businessUnitId, NULL AS businessUnitName',
    'coalesce(o.chosen_type, o.account_type) AS type, o.tracking_level AS trackingLevel, o.is_payroll AS isPayroll',
    'o.is_tracked AS isTracked, o.is_dismissed AS isDismissed, o.is_unmapped AS isUnmapped',
    'o.last12_minor AS last12Minor, o.created_at AS createdAt, o.mapping_version AS version',
  ].join(', ')

const joinsOf = (kind: MappedKind): string => {
  const table = TARGET_UNITS[kind]?.table ?? 'vendors'
  const target = `LEFT JOIN ${table} g ON g.id = o.${COLUMNS[TARGETS[kind].id]}`
  return isAccount(kind)
    ? `${target} LEFT JOIN departments d ON d.id = o.department_id LEFT JOIN business_units b ON b.id = o.business_unit_id`
    : target
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

const toRows = async (context: StaffContext, kind: MappedKind, rows: readonly StoredRow[]): Promise<MappingRow[]> => {
  const { currency } = context.actor.company
  const open = rows.filter(({ targetId }) => targetId === null)
  const candidates = await candidatesOf(
    context,
    kind,
    open.map(({ name }) => name),
  )
  return rows.map((row) => ({
    ...{ id: row.id, kind, name: row.name, number: row.number, erpId: row.erpId, classification: row.classification },
    target: named(row.targetId, row.targetName),
    proposal: row.targetId === null ? proposalOf(kind, row.name, candidates) : null,
    department: named(row.departmentId, row.departmentName),
    businessUnit: named(row.businessUnitId, row.businessUnitName),
    type: isAccount(kind) ? (row.type as MappingRow['type']) : null,
    trackingLevel: row.trackingLevel,
    isActive: row.isActive === 1,
    isPayroll: row.isPayroll === 1,
    isTracked: row.isTracked === 1,
    isDismissed: row.isDismissed === 1,
    isUnmapped: row.isUnmapped === 1,
    last12: { value: row.last12Minor, currency },
    createdAt: new Date(row.createdAt).toISOString(),
    version: row.version,
  }))
}

interface Asked {
  kind: MappedKind
  show: (typeof MAPPING_SHOWN)[number]
  search?: string | undefined
  cursor?: string | undefined
  first: number
}

const totalsStatement = ({ db, actor }: StaffContext, kind: MappedKind): D1PreparedStatement =>
  db.sql(
    'SELECT total, unmapped FROM erp_object_counts WHERE company_id = ? AND mapped_kind = ?',
    actor.companyId,
    kind,
  )

const pageStatement = ({ db, actor }: StaffContext, { kind, show, search, cursor, first }: Asked) => {
  const looking = lookingFrom({ cursor, first }, 2, 2)
  const params: unknown[] = [actor.companyId, kind]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const isUnmapped = show === 'UNMAPPED'
  const after = looking.after ? `AND (last12_minor, id) < (${looking.after.map(bind).join(', ')})` : ''
  const walk = `SELECT last12_minor, id FROM erp_objects INDEXED BY ${isUnmapped ? 'erp_objects_unmapped' : 'erp_objects_mapped'}
     WHERE company_id = ?1 AND mapped_kind = ?2 AND ${isUnmapped ? 'is_unmapped' : 'mapped_kind IS NOT NULL'} ${after}`
  const match = [
    'o.deleted_at IS NULL',
    ...(show === 'DISMISSED' ? ['o.is_dismissed = 1'] : []),
    ...(search ? [`(${containsText('o.name_key', bind(search))} OR instr(o.number, ${bind(search)}) > 0)`] : []),
  ]
  const most = bind(looking.most)
  const seen = lookedSql({
    walks: [walk],
    order: { columns: ['last12_minor', 'id'], directions: ['DESC', 'DESC'] },
    match,
    joins: 'LEFT JOIN erp_objects o ON o.id = w.id',
    most,
  })
  const statement = db.sql(
    `WITH seen AS MATERIALIZED (${seen})
     SELECT ${LOOKED_COLUMNS}, ${columnsOf(kind)} FROM seen
       LEFT JOIN json_each(seen.found) j ON j.key <= ${bind(first)}
       LEFT JOIN erp_objects o ON o.id = ${LOOKED_ID} ${joinsOf(kind)}`,
    ...params,
  )
  return { statement, looking }
}

export const mappingPage = async (
  context: StaffContext,
  asked: Asked,
): Promise<Connection<MappingRow> & { total: number; unmapped: number }> => {
  const { statement, looking } = pageStatement(context, asked)
  const [found, totals] = await context.db.batch([statement, totalsStatement(context, asked.kind)])
  const rows = (found?.results ?? []) as unknown as (StoredRow & LookedRow)[]
  const page = lookedPage(rows, { first: asked.first, ...looking }, (row) => row as StoredRow)
  const nodes = await toRows(
    context,
    asked.kind,
    page.edges.map(({ node }) => node),
  )
  const [counted] = (totals?.results ?? []) as unknown as { total: number; unmapped: number }[]
  return {
    edges: page.edges.map(({ cursor }, at) => ({ cursor, node: nodes[at] as MappingRow })),
    pageInfo: page.pageInfo,
    total: counted?.total ?? 0,
    unmapped: counted?.unmapped ?? 0,
  }
}

export const listMappingsOf = query({
  id: listMappings.id,
  access: 'mappings.manage',
  readsFirst: true,
  input: inputOf(listMappings),
  run: (context, asked) => mappingPage(context, asked),
})

/** All rows of a kind of which a company has few: units and accounts. */
const allOf = (id: string, kind: MappedKind) =>
  query({
    id,
    access: 'mappings.manage',
    input: z.object({}),
    run: async (context): Promise<MappingRow[]> => {
      const { db, actor } = context
      const rows = await db.all<StoredRow>(
        db.sql(
          `SELECT ${columnsOf(kind)} FROM erp_objects o INDEXED BY erp_objects_mapped ${joinsOf(kind)}
            WHERE o.company_id = ? AND o.mapped_kind = ? AND o.deleted_at IS NULL
            ORDER BY o.last12_minor DESC, o.id DESC`,
          actor.companyId,
          kind,
        ),
      )
      return toRows(context, kind, rows)
    },
  })

export const departmentMappings = allOf('mappings.departments', 'DEPARTMENT')
export const classificationMappings = allOf('mappings.classifications', 'CLASSIFICATION')
export const expenseAccountMappings = allOf('mappings.expense-accounts', 'EXPENSE_ACCOUNT')
export const revenueAccountMappings = allOf('mappings.revenue-accounts', 'REVENUE_ACCOUNT')

export const vendorMappings = query({
  id: 'mappings.vendors',
  access: 'mappings.manage',
  readsFirst: true,
  input: pageQuery,
  run: (context, page) => mappingPage(context, { ...page, kind: 'VENDOR', show: 'ALL' }),
})

export const readUnmappedCounts = query({
  id: unmappedCounts.id,
  access: 'mappings.manage',
  input: inputOf(unmappedCounts),
  run: async ({ db, actor }) => {
    const rows = await db.all<{ kind: MappedKind; unmapped: number }>(
      db.sql('SELECT mapped_kind AS kind, unmapped FROM erp_object_counts WHERE company_id = ?', actor.companyId),
    )
    const of = (kind: MappedKind): number => rows.find((row) => row.kind === kind)?.unmapped ?? 0
    return {
      expenseAccounts: of('EXPENSE_ACCOUNT'),
      revenueAccounts: of('REVENUE_ACCOUNT'),
      locations: of('LOCATION'),
      departments: of('DEPARTMENT'),
      vendors: of('VENDOR'),
      classifications: of('CLASSIFICATION'),
      entities: of('ENTITY'),
    }
  },
})
