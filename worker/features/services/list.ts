import type { ServiceListQuery } from '../../../schema/services/endpoints.ts'
import * as endpoints from '../../../schema/services/endpoints.ts'
import { inputOf, query } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
import { requireService, SERVICE_JOINS, type ServiceRow, type StaffContext, serviceColumns, toService } from './rows.ts'

/** What each order is sorted by; the last part makes it unique. */
const SORTS = {
  vendor: ['s.vendor_key', 'lower(s.name)', 's.id'],
  name: ['lower(s.name)', 's.id'],
  endDate: ['s.last_end_date', 's.id'],
} as const

const ARCHIVED = { ACTIVE: 's.archived_at IS NULL', ALL: null, ARCHIVED: 's.archived_at IS NOT NULL' } as const

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`)

type KeyedRow = ServiceRow & { sortKey: string }

/** One page: its keys in order from an index, and only then the rest of its rows. */
const pageStatement = ({ db, actor, clock }: StaffContext, input: ServiceListQuery): D1PreparedStatement => {
  const by = input.orderBy?.by[0] ?? 'vendor'
  // Services of one vendor have one vendor's name.
  const columns = SORTS[by === 'vendor' && input.vendorId ? 'name' : by]
  const direction = input.orderBy?.dir[0] ?? 'ASC'
  const params: unknown[] = [actor.companyId]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const where = ['s.company_id = ?1']
  const archived = ARCHIVED[input.filter]
  if (archived) where.push(archived)
  if (input.vendorId) where.push(`s.vendor_id = ${bind(input.vendorId)}`)
  const linked = (kind: 'DEPARTMENT' | 'OWNER', id: string | undefined) => {
    if (!id) return
    where.push(`EXISTS (SELECT 1 FROM service_links k WHERE k.company_id = ?1 AND k.service_id = s.id
                          AND k.kind = '${kind}' AND k.target_id = ${bind(id)})`)
  }
  linked('DEPARTMENT', input.departmentId)
  linked('OWNER', input.ownerId)
  if (input.search) {
    const text = bind(`%${escapeLike(input.search)}%`)
    where.push(`(s.name LIKE ${text} ESCAPE '\\' OR s.vendor_key LIKE ${text} ESCAPE '\\')`)
  }
  if (input.dateRange) {
    const [from = '', to = ''] = input.dateRange.split(',')
    where.push(`EXISTS (SELECT 1 FROM service_periods p WHERE p.company_id = ?1 AND p.service_id = s.id
                          AND p.start_date <= ${bind(`${to}-31`)} AND p.end_date >= ${bind(`${from}-01`)})`)
  }
  if (input.cursor) {
    const key = decodeCursor(input.cursor, columns.length)
    where.push(`(${columns.join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${key.map(bind).join(', ')})`)
  }
  const order = columns.map((column) => `${column} ${direction}`).join(', ')
  const page = `SELECT s.id FROM services s WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(input.first + 1)}`
  return db.sql(
    `WITH page (id) AS MATERIALIZED (${page})
     SELECT json_array(${columns.join(', ')}) AS sortKey, ${serviceColumns(clock.now())}
       FROM page CROSS JOIN services s ON s.id = page.id ${SERVICE_JOINS} ORDER BY ${order}`,
    ...params,
  )
}

export const listServices = query({
  id: 'services.list',
  access: 'services.use',
  input: inputOf(endpoints.listServices),
  run: async (context, input) =>
    toConnection(
      await context.db.all<KeyedRow>(pageStatement(context, input)),
      input.first,
      (row) => JSON.parse(row.sortKey) as (string | null)[],
      (row) => toService(row, context.actor),
    ),
})

export const readService = query({
  id: 'services.get',
  access: 'services.use',
  input: inputOf(endpoints.getService),
  run: (context, { serviceId }) => requireService(context, serviceId),
})
