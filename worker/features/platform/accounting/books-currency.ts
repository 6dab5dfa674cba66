import { erpConnections, erpObjects } from '../../../../schema/platform/accounting/tables.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'

const CURRENCIES = typed`SELECT ${columns(
  select(erpConnections, 'c', { books: 'currency' }),
  computed<{ entity: string | null }>({
    entity: '(SELECT o.currency FROM erp_objects o WHERE o.id = ?2 AND +o.company_id = ?1)',
  }),
)} FROM erp_connections c WHERE c.company_id = ?1 AND c.disconnected_at IS NULL`

/** What the connected books are in, and one of their entities if it says so. No row without a connection. */
export const booksCurrencyStatement = (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  erpEntityId: string | null,
) => db.sql(CURRENCIES, companyId, erpEntityId)

const ENTITIES = typed`SELECT ${select(erpObjects, 'o', ['id', 'name'])} FROM erp_objects o
  CROSS JOIN erp_connections c ON c.company_id = o.company_id AND c.id = o.connection_id AND c.disconnected_at IS NULL
 WHERE o.company_id = ?1 AND o.kind = 'ENTITY' AND o.deleted_at IS NULL ORDER BY o.name_key, o.id LIMIT 100`

/** The connected system's entities, the first hundred by name. */
export const erpEntitiesStatement = ({ db }: Pick<BaseContext, 'db'>, companyId: string) => db.sql(ENTITIES, companyId)
