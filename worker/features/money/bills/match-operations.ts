import * as endpoints from '../../../../schema/money/bills/match-endpoints.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { requireMembers } from '../../approvals/blocks/index.ts'
import { openOrdersOf, openOrdersStatement } from '../../spend/purchase-orders/index.ts'
import { matchingOf, matchStatements, settingsOf, settingsStatement, shownOrder } from './order-match.ts'

/** The orders that a bill can be for, and the company's tolerance. */

export const listBillOrders = query({
  id: 'bills.list-orders',
  access: 'payments.use',
  input: inputOf(endpoints.listBillOrders),
  run: async (context, { erpVendorId, currency, named, search, billId }) => {
    const { db, actor } = context
    const rows = await db.all<Record<string, unknown>>(
      openOrdersStatement(context, actor.companyId, {
        ...{ erpVendorId, currency, named },
        ...{ search: search || null, billId: billId ?? null },
      }),
    )
    return openOrdersOf(rows).map(({ isNamed, ...order }) => {
      const { lines: _, ...shown } = shownOrder(order)
      return { ...shown, isNamed }
    })
  },
})

export const readBillOrder = query({
  id: 'bills.get-order',
  access: 'payments.use',
  input: inputOf(endpoints.getBillOrder),
  run: async (context, { purchaseOrderId, billId }) => {
    const { db, actor } = context
    const results = await db.readBatch(matchStatements(context, purchaseOrderId, billId ?? null))
    const { order, settings } = matchingOf(results, actor.company.currency)
    if (!order) throw notFound('The purchase order')
    return { ...shownOrder(order), tolerance: settings.tolerance }
  },
})

export const readMatchSettings = query({
  id: 'bills.get-match-settings',
  access: 'payments.configure',
  input: inputOf(endpoints.getMatchSettings),
  run: async (context): Promise<endpoints.MatchSettings> => {
    const { db, actor } = context
    const row = await db.first<Record<string, unknown>>(settingsStatement(context))
    const { tolerance, groupIds, userIds, version } = settingsOf(row ? [row] : [], actor.company.currency)
    const names = await readReferredNames(db, actor.companyId, { groups: groupIds, people: userIds })
    return {
      ...{ percent: tolerance.percent, amount: tolerance.amount?.value ?? null, version },
      groups: names.list('groups', groupIds),
      users: names
        .people(userIds)
        .map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() })),
    }
  },
})

const knownGroups = async ({ db, actor }: StaffContext, ids: readonly string[]): Promise<Named[]> => {
  const found = await db.all<Named>(
    db.sql(
      `SELECT g.id, g.name FROM json_each(?2) j CROSS JOIN groups g ON g.id = j.value AND g.company_id = ?1`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  )
  if (found.length < ids.length) throw invalidField('groupIds', 'Choose groups of your company')
  return found
}

/** Throws INVALID beside the field, and CONFLICT if someone else changed it since `version`. */
export const setMatchSettings = command({
  id: 'bills.set-match-settings',
  access: 'payments.configure',
  input: inputOf(endpoints.setMatchSettings),
  run: lastWriteWins(async (context: StaffContext, given) => {
    const { db, actor, clock, newId } = context
    const { percent, amount, version } = given
    const [groupIds, userIds] = [[...new Set(given.groupIds)], [...new Set(given.userIds)]]
    const groups = await knownGroups(context, groupIds)
    const users = await requireMembers(context, userIds, 'userIds')
    const row = await db.first<Record<string, unknown>>(settingsStatement(context))
    const before = settingsOf(row ? [row] : [], actor.company.currency)
    const seen = version ?? before.version
    const after = {
      ...{ percent, amount },
      groups: groups.map(({ name }) => name),
      users: users.map(({ name }) => name),
    }
    return commit(context, {
      subject: 'The tolerance',
      statements: [
        db.sql(
          `INSERT INTO bill_match_settings (company_id, basis_points, amount_minor, group_ids, user_ids, version, updated_at)
           SELECT ?1, ?2, ?3, ?4, ?5, 1, ?6 WHERE ?7 = 0 OR EXISTS (SELECT 1 FROM bill_match_settings WHERE company_id = ?1)
           ON CONFLICT (company_id) DO UPDATE
              SET basis_points = ?2, amount_minor = ?3, group_ids = ?4, user_ids = ?5, version = version + 1, updated_at = ?6
            WHERE version = ?7`,
          ...[actor.companyId, percent === null ? null : Math.round(percent * 100), amount],
          ...[JSON.stringify(groupIds), JSON.stringify(userIds), clock.now(), seen],
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `bill-match-settings:${newId()}`,
          action: 'payments.match-settings-changed',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: 'Changed by how much bills may be over their purchase orders',
          changeData: {
            before: { percent: before.tolerance.percent, amount: before.tolerance.amount?.value ?? null },
            after,
          },
        },
      ],
      result: { version: seen + 1 },
    })
  }),
})
