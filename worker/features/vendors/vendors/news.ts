import type { StaffContext } from '../../../core/operation.ts'
import type { OutboxPayloads, VendorEvent, VendorNotification } from '../../../core/outbox.ts'
import type { VendorValues } from './write.ts'

/**
 * Notifications about vendors to the people in the company's settings. See worker/features/notifications/vendor-mail.
 */

interface News {
  topic: 'vendor.notify'
  payload: OutboxPayloads['vendor.notify']
}

/** The email of one change, for the outbox of its commit. None if nothing changed. */
export const newsOf = (
  { actor }: Pick<StaffContext, 'actor'>,
  event: VendorEvent,
  vendors: VendorNotification['vendors'],
): News[] =>
  vendors.length > 0
    ? [
        {
          topic: 'vendor.notify',
          payload: { event, vendors, by: { userId: actor.impersonator?.userId ?? actor.userId, name: actor.name } },
        },
      ]
    : []

/** The fields that count as a vendor's company and payment details. */
const TOLD = {
  name: 'name',
  website: 'website',
  address: 'address',
  paymentMethod: 'payment method',
  taxIds: 'taxpayer ids',
} satisfies Partial<Record<keyof VendorValues, string>>

export const changedForNews = (before: VendorValues, after: VendorValues): string[] =>
  (Object.keys(TOLD) as (keyof typeof TOLD)[])
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => TOLD[key])
