import * as endpoints from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import type { BookKind } from '../../../../schema/platform/accounting/books.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import {
  LOOKED_COLUMNS,
  LOOKED_ID,
  type LookedRow,
  lookedPage,
  lookedSql,
  lookingFrom,
} from '../../../core/looked-page.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { toConnection } from '../../../core/paging.ts'
import { containsText } from '../../../core/text-search.ts'

/** Objects of the accounting system to choose from, by page and text. */

interface ObjectRow {
  id: string
  name: string
  number: string | null
  isActive: number
  status: string | null
  vendorId: string | null
}

interface Asked {
  search?: string | undefined
  ids?: string[] | undefined
  cursor?: string | undefined
  first: number
  orderBy?: { by: string[]; dir: ('ASC' | 'DESC')[] } | undefined
}

const COLUMNS = `o.id, o.name, o.number, o.is_active AS isActive, o.details ->> 'status' AS status, o.vendor_id AS vendorId`
/** Names have an index. There are few of what is sorted by anything else. */
const KEYS: Record<string, string> = { name: 'name_key', symbol: 'number', id: 'id' }

/** Those of these ids, in no order that anyone asked for. */
const chosen = ({ db, actor }: StaffContext, kind: BookKind, ids: readonly string[]): Promise<ObjectRow[]> =>
  db.all<ObjectRow>(
    db.sql(
      `SELECT ${COLUMNS} FROM (SELECT DISTINCT value FROM json_each(?2)) j
        CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1 AND +o.kind = ?3 ORDER BY o.name_key, o.id`,
      actor.companyId,
      JSON.stringify(ids),
      kind,
    ),
  )

const pageOf = async <Node>(
  context: StaffContext,
  kind: BookKind,
  { search, ids, cursor, first, orderBy }: Asked,
  nodeOf: (row: ObjectRow) => Node,
): Promise<Connection<Node>> => {
  const { db, actor } = context
  if (ids) return toConnection(await chosen(context, kind, ids), ids.length, ({ name, id }) => [name, id], nodeOf)
  const key = KEYS[orderBy?.by[0] ?? 'name'] ?? 'name_key'
  const dir = orderBy?.dir[0] ?? 'ASC'
  const looking = lookingFrom({ cursor, first }, 2, 2)
  const params: unknown[] = [actor.companyId, kind]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const column = key === 'id' ? 'id' : `coalesce(${key}, '')`
  const sortKey = key === 'name_key' ? 'name_key' : column
  const after = looking.after
    ? `AND (${sortKey}, id) ${dir === 'ASC' ? '>' : '<'} (${looking.after.map(bind).join(', ')})`
    : ''
  const seen = lookedSql({
    walks: [
      `SELECT ${sortKey} AS sort_key, id FROM erp_objects INDEXED BY erp_objects_name WHERE company_id = ?1 AND kind = ?2 ${after}`,
    ],
    order: { columns: ['sort_key', 'id'], directions: [dir, dir] },
    match: [
      'o.deleted_at IS NULL AND o.is_active',
      ...(search
        ? [`(${containsText('o.name_key', bind(search))} OR ${containsText("coalesce(o.number, '')", bind(search))})`]
        : []),
    ],
    joins: 'LEFT JOIN erp_objects o ON o.id = w.id',
    most: bind(looking.most),
  })
  const rows = await db.all<ObjectRow & LookedRow>(
    db.sql(
      `WITH seen AS MATERIALIZED (${seen})
       SELECT ${LOOKED_COLUMNS}, ${COLUMNS} FROM seen
         LEFT JOIN json_each(seen.found) j ON j.key <= ${bind(first)}
         LEFT JOIN erp_objects o ON o.id = ${LOOKED_ID}`,
      ...params,
    ),
  )
  return lookedPage(rows, { first, ...looking }, nodeOf)
}

const toOption = ({ id, name }: ObjectRow): Option => ({ label: name, value: id })
const symbolOf = ({ number, name }: ObjectRow): string => number ?? name

export const toErpVendor = ({ id, name, status, isActive, vendorId }: ObjectRow): endpoints.ErpVendorRow => ({
  ...{ id, name, vendorId },
  status: isActive !== 1 ? 'INACTIVE' : status === 'PENDING' ? 'PENDING' : 'ACTIVE',
})

export const readErpAccounts = query({
  id: endpoints.listErpAccounts.id,
  access: 'staff.use',
  input: inputOf(endpoints.listErpAccounts),
  run: (context, asked) =>
    pageOf(context, 'ACCOUNT', asked, ({ id, name, number, isActive }) => ({
      ...{ id, name, generalLedgerAccountNumber: number, isActive: isActive === 1 },
    })),
})

export const readErpVendors = query({
  id: endpoints.listErpVendors.id,
  access: 'staff.use',
  input: inputOf(endpoints.listErpVendors),
  run: (context, asked) => pageOf(context, 'VENDOR', asked, toErpVendor),
})

export const readAmortizationTemplates = query({
  id: endpoints.listAmortizationTemplates.id,
  access: 'staff.use',
  input: inputOf(endpoints.listAmortizationTemplates),
  run: ({ db, actor }) =>
    db.all<{ id: string; name: string }>(
      db.sql(
        `SELECT id, name FROM erp_objects INDEXED BY erp_objects_name
          WHERE company_id = ? AND kind = 'AMORTIZATION_TEMPLATE' AND deleted_at IS NULL AND is_active
          ORDER BY name_key, id`,
        actor.companyId,
      ),
    ),
})

export const readErpCurrencies = query({
  id: endpoints.listErpCurrencies.id,
  access: 'staff.use',
  input: inputOf(endpoints.listErpCurrencies),
  run: (context, asked) => pageOf(context, 'CURRENCY', asked, (row) => ({ id: row.id, symbol: symbolOf(row) })),
})

export const readErpCurrencyOptions = query({
  id: endpoints.erpCurrencyOptions.id,
  access: 'staff.use',
  input: inputOf(endpoints.erpCurrencyOptions),
  run: (context, asked) => pageOf(context, 'CURRENCY', asked, (row) => ({ label: symbolOf(row), value: row.id })),
})

export const readErpVendorOptions = query({
  id: endpoints.erpVendorOptions.id,
  access: 'staff.use',
  input: inputOf(endpoints.erpVendorOptions),
  run: (context, asked) => pageOf(context, 'VENDOR', asked, toOption),
})

export const readErpTaxCodeOptions = query({
  id: endpoints.erpTaxCodeOptions.id,
  access: 'staff.use',
  input: inputOf(endpoints.erpTaxCodeOptions),
  run: (context, asked) => pageOf(context, 'TAX_CODE', asked, toOption),
})
