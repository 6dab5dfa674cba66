import { z } from 'zod'
import { MOST_CHOSEN } from '../../../../schema/planning/transactions/recode-values.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { command } from '../../../core/operation.ts'
import { missingVendor } from '../../vendors/vendors/index.ts'
import { vendorSpendStatement } from '../actuals/index.ts'
import { scopeOf } from './access.ts'
import { changeAtOnce, readNames, retried } from './recode.ts'
import { lineAudit } from './recode-audit.ts'
import { KEEP, type Line, linesStatement } from './recode-plan.ts'

/** Moving expenses to a vendor, and off it (specification 2 §7). */

const transactionIds = z.array(id).max(MOST_CHOSEN, `At most ${MOST_CHOSEN} at once`)

/**
 * Those that are moved off belong to whom the mapping says, or to no vendor if that is this one. Throws NOT_FOUND,
 * INVALID beside lines that are no expenses, or that are moved off and aren't the vendor's.
 */
export const modifyTransactionsOnVendor = command({
  id: 'transactions.modify-on-vendor',
  access: 'vendors.edit',
  input: z.object({
    vendorId: id,
    transactionIdsToAdd: transactionIds.default([]),
    transactionIdsToRemove: transactionIds.default([]),
  }),
  run: (context, { vendorId, transactionIdsToAdd, transactionIdsToRemove }) =>
    retried(false, async () => {
      const { db, actor } = context
      const [adds, removes] = [[...new Set(transactionIdsToAdd)], [...new Set(transactionIdsToRemove)]]
      if (adds.some((each) => removes.includes(each)))
        throw invalidField('transactionIdsToRemove', 'A transaction is either moved to the vendor or off it')
      const [vendors, found] = await db.batch([
        db.sql('SELECT 1 FROM vendors WHERE id = ? AND company_id = ?', vendorId, actor.companyId),
        linesStatement(context, scopeOf(actor), [...adds, ...removes]),
      ])
      if (!vendors?.results.length) throw await missingVendor(context, vendorId)
      const lines = (found?.results ?? []) as unknown as Line[]
      if (lines.length < adds.length + removes.length) throw notFound('One of the transactions')
      const added = lines.filter((line) => adds.includes(line.id))
      const removed = lines.filter((line) => removes.includes(line.id))
      if (added.some(({ type }) => type === 'revenue'))
        throw invalidField('transactionIdsToAdd', 'Choose expenses. Revenue isn’t moved to vendors here.')
      if (removed.some((line) => line.vendorId !== vendorId))
        throw invalidField('transactionIdsToRemove', 'Choose transactions of this vendor')
      const changes = [
        changeAtOnce(context, { vendor: { how: 'SET', id: vendorId }, category: KEEP }, added),
        changeAtOnce(context, { vendor: { how: 'OFF', id: vendorId }, category: KEEP }, removed),
      ]
      const names = await readNames(
        context,
        changes.flatMap(({ changed }) => changed),
      )
      return commit(context, {
        subject: 'One of the transactions',
        statements: [
          ...changes.flatMap(({ statements }) => statements),
          vendorSpendStatement(context, actor.companyId),
        ],
        audit: changes.flatMap(({ recodeId, changed }) =>
          recodeId ? changed.map((each) => lineAudit(recodeId, 'recoded', each, names)) : [],
        ),
        result: { id: vendorId, recodeIds: changes.flatMap(({ recodeId }) => recodeId ?? []) },
      })
    }),
})
