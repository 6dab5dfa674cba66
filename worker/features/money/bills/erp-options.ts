import { z } from 'zod'
import type { BookKind } from '../../../../schema/platform/accounting/books.ts'
import { id } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { isLineAccount } from './references.ts'

/** What the accounting system offers for bills and their lines, some of each kind. */

const KINDS = {
  accounts: 'ACCOUNT',
  departments: 'DEPARTMENT',
  classifications: 'CLASSIFICATION',
  locations: 'LOCATION',
  entities: 'ENTITY',
  accountingPeriods: 'ACCOUNTING_PERIOD',
  taxCodes: 'TAX_CODE',
  currencies: 'CURRENCY',
  amortizationTemplates: 'AMORTIZATION_TEMPLATE',
} as const satisfies Record<string, BookKind>
type List = keyof typeof KINDS
export const ERP_OPTION_LISTS = Object.keys(KINDS) as List[]

/** So many of a kind: all lists together are few rows. Those that aren't offered don't count. */
const MOST = 25

export interface ErpOption {
  id: string
  name: string
  /** Accounts' number in the general ledger, or a currency's symbol. */
  number: string | null
}
export type ErpOptions = Record<List, ErpOption[]>

const listStatement = (
  { db, actor }: StaffContext,
  kind: BookKind,
  { search, erpEntityId }: { search: string | undefined; erpEntityId: string | undefined },
): D1PreparedStatement =>
  db.sql(
    `SELECT o.id, o.name, o.number FROM erp_objects o INDEXED BY erp_objects_name
      WHERE o.company_id = ?1 AND o.kind = ?2 AND o.deleted_at IS NULL AND o.is_active
        AND ${search ? `(${containsText('o.name_key', '?4')} OR ${containsText("coalesce(o.number, '')", '?4')})` : '?4 IS NULL'}
        ${kind === 'ACCOUNT' ? `AND ${isLineAccount('o')}` : ''} AND (?3 IS NULL OR o.details ->> 'entityErpIds' IS NULL OR EXISTS (
        SELECT 1 FROM json_each(o.details, '$.entityErpIds') j CROSS JOIN erp_objects e ON e.id = ?3
         WHERE j.value = e.erp_id AND e.connection_id = o.connection_id))
      ORDER BY o.name_key, o.id LIMIT ${MOST}`,
    ...[actor.companyId, kind, erpEntityId ?? null, search?.toLowerCase() ?? null],
  )

/** Only what an entity uses, if it is given. Throws NOT_FOUND for one that isn't the company's. */
export const readErpOptions = query({
  id: 'query.erpOptions',
  access: 'payments.use',
  readsFirst: true,
  input: z.object({ erpEntityId: id.optional(), search: z.string().trim().max(200).optional() }),
  run: async (context, { erpEntityId, search }): Promise<ErpOptions> => {
    const { db, actor } = context
    const asked = { search: search || undefined, erpEntityId }
    const [entities, ...lists] = await db.readBatch([
      db.sql(
        `SELECT 1 AS isEntity FROM erp_objects WHERE id = ?2 AND company_id = ?1 AND kind = 'ENTITY' AND deleted_at IS NULL`,
        actor.companyId,
        erpEntityId ?? null,
      ),
      ...ERP_OPTION_LISTS.map((list) => listStatement(context, KINDS[list], asked)),
    ])
    if (erpEntityId && !entities?.results[0]) throw notFound('The entity')
    const options = Object.fromEntries(
      ERP_OPTION_LISTS.map((list, at) => [list, (lists[at]?.results ?? []) as unknown as ErpOption[]]),
    ) as ErpOptions
    // There is nothing to choose where bills are in the company's currency.
    return actor.policy.company.enableCurrencies ? options : { ...options, currencies: [] }
  },
})
