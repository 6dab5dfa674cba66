import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { PROPOSED_NAME } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerMoreChosen } from '../../platform/lookups/index.ts'

/** Binds a value and gives its placeholder. */
export type Bind = (value: unknown) => string

/** SQL condition that something that the person can read names the proposed vendor `p`. */
type Naming = (actor: StaffActor, bind: Bind) => string

const namings: Naming[] = []

/** What can name proposed vendors: requests and spend requests register how they are read. */
export const registerNaming = (naming: Naming): void => {
  namings.push(naming)
}

/** The condition that the person proposed `p`, or can read what names it. */
export const readableSql = (actor: StaffActor, bind: Bind): string =>
  `(${[`p.proposed_by_user_id = ${bind(actor.userId)}`, ...namings.map((naming) => naming(actor, bind))].join(' OR ')})`

/** The proposed vendors `p` among these ids that the person may see, or null if none of the ids is one. */
const amongStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  ids: readonly string[],
  columns: string,
  where = '1',
): D1PreparedStatement | null => {
  const proposed = ids.filter(isProposedVendorId)
  if (proposed.length === 0) return null
  const params: unknown[] = [actor.companyId, JSON.stringify(proposed)]
  const readable = readableSql(actor, (value) => `?${params.push(value)}`)
  return db.sql(
    `SELECT ${columns} FROM (SELECT DISTINCT value FROM json_each(?2)) j
      CROSS JOIN proposed_vendors p ON p.id = j.value AND +p.company_id = ?1
      WHERE ${where} AND ${readable}`,
    ...params,
  )
}

/** Those that the person can name in a request, as `namesStatement` gives names. What became a vendor has only a name. */
export const usableStatement = (
  context: Pick<StaffContext, 'db' | 'actor'>,
  ids: readonly string[],
): D1PreparedStatement | null =>
  amongStatement(
    context,
    ids,
    `p.id, CASE WHEN p.settled_at IS NULL THEN 'vendors' END AS kind, ${PROPOSED_NAME} AS name`,
  )

registerMoreChosen('vendor', (context, ids) =>
  amongStatement(
    context,
    ids,
    `${PROPOSED_NAME} AS label, p.id AS value, lower(p.name) AS sortKey`,
    'NOT EXISTS (SELECT 1 FROM vendors v WHERE v.id = p.id)',
  ),
)
