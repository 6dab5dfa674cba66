import type { SeveralResults } from '../../../../schema/shared/list.ts'
import { fullName, type Person } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { invalidField } from '../../../core/errors.ts'
import { disabledWords } from '../../../core/kinds/archived.ts'
import { changeSeveral, type Several, type Step } from '../../../core/list/several.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import type { VendorEvent } from '../../../core/outbox.ts'
import { newsOf } from './news.ts'
import { mayChange } from './rows.ts'
import { linkStatements } from './write.ts'

/** Actions on several vendors. See worker/core/list/several.ts. */

interface Brief extends Several {
  archivedAt: number | null
  paymentMethod: string | null
  ownerIds: string
}

/**
 * @param stepOf the change of one vendor, without its version; null if nothing changes
 * @param prepare what to read and check first, once something is to change
 * @param event what the people in the company's settings are notified of; null for nothing
 */
const changeEach = (
  context: StaffContext,
  vendorIds: readonly string[],
  event: VendorEvent | null,
  stepOf: (vendor: Brief) => Step | null,
  prepare?: () => Promise<void>,
): Promise<SeveralResults> => {
  const { db, actor } = context
  return changeSeveral<Brief>(context, vendorIds, {
    table: 'vendors',
    targetType: 'VENDOR',
    noun: 'vendor',
    nouns: 'vendors',
    refusal: 'Only its owners and vendor admins can change it',
    read: (ids) =>
      db.sql(
        `SELECT v.id, v.name, v.version, v.archived_at AS archivedAt, v.payment_method AS paymentMethod,
              v.owner_ids AS ownerIds
         FROM json_each(?2) j CROSS JOIN vendors v ON v.id = j.value AND +v.company_id = ?1`,
        actor.companyId,
        ids,
      ),
    mayChange: ({ ownerIds }) => mayChange(actor, JSON.parse(ownerIds) as string[]),
    ...(prepare && { prepare }),
    stepOf,
    after: (changed) => ({
      outbox: event
        ? newsOf(
            context,
            event,
            changed.map(({ id, name, ownerIds }) => ({ id, name, ownerIds: JSON.parse(ownerIds) as string[] })),
          )
        : [],
    }),
  })
}

export const archiveVendors = command({
  id: 'vendors.archive',
  access: 'vendors.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.archiveVendors),
  run: (context, { vendorIds, archived }) => {
    const { db, actor, clock } = context
    return changeEach(
      context,
      vendorIds,
      { kind: archived ? 'ARCHIVED' : 'UNARCHIVED' },
      ({ id, name, archivedAt }) => {
        if ((archivedAt !== null) === archived) return null
        return {
          statements: [
            db.sql(
              'UPDATE vendors SET archived_at = ? WHERE id = ? AND company_id = ?',
              archived ? clock.now() : null,
              id,
              actor.companyId,
            ),
          ],
          action: archived ? 'vendor.archived' : 'vendor.unarchived',
          message: archived ? `Archived the vendor ${name}` : `Unarchived the vendor ${name}`,
          changeData: { before: { archived: !archived }, after: { archived } },
        }
      },
    )
  },
})

export const setPaymentMethods = command({
  id: 'vendors.set-payment-methods',
  access: 'vendors.use',
  input: inputOf(endpoints.setVendorPaymentMethods),
  run: (context, { vendorIds, paymentMethod }) => {
    const { db, actor } = context
    return changeEach(context, vendorIds, { kind: 'CHANGED', fields: ['payment method'] }, (vendor) => {
      if (vendor.paymentMethod === paymentMethod) return null
      return {
        statements: [
          db.sql(
            'UPDATE vendors SET payment_method = ? WHERE id = ? AND company_id = ?',
            paymentMethod,
            vendor.id,
            actor.companyId,
          ),
        ],
        action: 'vendor.changed',
        message: `Changed the vendor ${vendor.name}: payment method`,
        changeData: { before: { paymentMethod: vendor.paymentMethod }, after: { paymentMethod } },
      }
    })
  },
})

/** Throws INVALID for `ownerIds` who aren't the company's. */
export const setOwners = command({
  id: 'vendors.set-owners',
  access: 'vendors.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.setVendorOwners),
  run: async (context, { vendorIds, ownerIds }) => {
    const { db, actor } = context
    const wanted = [...new Set(ownerIds)]
    const names = new Map<string, string>()
    const readNames = async (): Promise<void> => {
      const people = await db.all<Person & { isWanted: number; isGone: number }>(
        db.sql(
          `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email,
                  u.id IN (SELECT value FROM json_each(?2)) AS isWanted, m.disabled_at IS NOT NULL AS isGone
             FROM (SELECT value AS id FROM json_each(?2)
                    UNION SELECT k.target_id FROM json_each(?3) j
                     CROSS JOIN vendor_links k ON k.company_id = ?1 AND k.vendor_id = j.value AND k.kind = 'OWNER') i
            CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = i.id
            CROSS JOIN users u ON u.id = m.user_id`,
          actor.companyId,
          JSON.stringify(wanted),
          JSON.stringify(vendorIds),
        ),
      )
      if (people.filter(({ isWanted }) => isWanted === 1).length < wanted.length) {
        throw invalidField('ownerIds', 'Choose members of your company')
      }
      const gone = people.find(({ isWanted, isGone }) => isWanted === 1 && isGone === 1)
      if (gone) throw invalidField('ownerIds', disabledWords(fullName(gone)))
      for (const person of people) names.set(person.id, fullName(person))
    }
    const textOf = (ids: string[]) => ids.map((id) => names.get(id) ?? id).sort()
    const stepOf = ({ id, name, ownerIds: stored }: Brief): Step | null => {
      const before = JSON.parse(stored) as string[]
      if (before.length === wanted.length && before.every((owner) => wanted.includes(owner))) return null
      return {
        statements: linkStatements(
          context,
          id,
          { ownerIds: wanted, categoryIds: [] },
          { ownerIds: before, categoryIds: [] },
        ),
        action: 'vendor.changed',
        message: `Changed the vendor ${name}: owners`,
        changeData: { before: { owners: textOf(before) }, after: { owners: textOf(wanted) } },
      }
    }
    return changeEach(context, vendorIds, null, stepOf, readNames)
  },
})
