import { getProposedVendor, type ProposedVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { proposedVendors } from '../../../../schema/requests/proposed-vendors/tables.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { columnsSql, rowOf } from '../../../core/record.ts'
import { readableSql } from './access.ts'
import { similarOf, similarStatement } from './similar.ts'

export type ProposedRow = typeof proposedVendors.$inferSelect

export const PROPOSED_COLUMNS = columnsSql(proposedVendors, 'p', ['companyId'])

export const proposedRows = (rows: readonly object[]): ProposedRow[] => rows.map((row) => rowOf(proposedVendors, row))

/** Whether the person says what became of it, once another vendor may be the same. */
export const maySettle = ({ actor }: Pick<StaffContext, 'actor'>, { settledAt, waiting }: ProposedRow): boolean =>
  settledAt === null &&
  waiting !== null &&
  (can(actor.policy, 'vendors.edit') || waiting.ownerIds.includes(actor.userId))

/** Throws NOT_FOUND for people who neither proposed it nor can read what names it. */
export const requireProposed = async (context: StaffContext, id: string): Promise<ProposedRow> => {
  const { db, actor } = context
  const params: unknown[] = [actor.companyId, id]
  const readable = readableSql(actor, (value) => `?${params.push(value)}`)
  const row = await db.first<object>(
    db.sql(
      `SELECT ${PROPOSED_COLUMNS} FROM proposed_vendors p
        WHERE p.id = ?2 AND +p.company_id = ?1
          AND (${readable} OR p.waiting IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(p.waiting, '$.ownerIds')
                WHERE value = ?${params.push(actor.userId)}))`,
      ...params,
    ),
  )
  const [found] = row ? proposedRows([row]) : []
  if (!found) throw notFound('The proposed vendor')
  return found
}

const stateOf = ({ id, settledAt, vendorId, waiting }: ProposedRow): ProposedVendor['state'] => {
  if (settledAt !== null) return vendorId === id ? 'MADE' : 'REPLACED'
  return waiting ? 'WAITING' : 'PROPOSED'
}

export const readProposed = query({
  id: getProposedVendor.id,
  access: 'approvals.take-part',
  readsFirst: true,
  input: inputOf(getProposedVendor),
  run: async (context, { proposedVendorId }): Promise<ProposedVendor> => {
    const { db, actor } = context
    const row = await requireProposed(context, proposedVendorId)
    const [became, similar] = await db.batch([
      db.sql('SELECT id, name FROM vendors WHERE id = ? AND +company_id = ?', row.vendorId ?? '', actor.companyId),
      similarStatement(db, actor.companyId, { ...row, exceptId: row.id }),
    ])
    const [vendor] = (became?.results ?? []) as { id: string; name: string }[]
    return {
      ...{ id: row.id, name: row.name, website: row.website },
      ...{ contactName: row.contactName, contactEmail: row.contactEmail, country: row.country },
      proposedBy: { id: row.proposedByUserId, name: row.proposedByName },
      proposedAt: new Date(row.createdAt).toISOString(),
      state: stateOf(row),
      vendor: vendor ?? null,
      doubles: row.settledAt === null ? similarOf(similar?.results ?? [], row).filter(({ isSame }) => isSame) : [],
      canSettle: maySettle(context, row),
    }
  },
})
