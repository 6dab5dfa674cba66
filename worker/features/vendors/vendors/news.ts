import { toldChanges } from '../../../../schema/shared/record.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
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

/** The changed fields that count as a vendor's company and payment details. */
export const changedForNews = (before: VendorValues, after: VendorValues): string[] =>
  toldChanges(
    vendorFields,
    { ...before, taxPayerIdentificationNumbers: before.taxIds },
    { ...after, taxPayerIdentificationNumbers: after.taxIds },
  )
