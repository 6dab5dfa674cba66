import { z } from 'zod'
import { bankDetails } from '../../../../schema/money/payments/details-values.ts'
import { email, id, limitedText } from '../../../../schema/shared/values.ts'
import { AppError } from '../../../core/errors.ts'
import { command } from '../../../core/operation.ts'
import { inviteToPortal } from '../../vendors/portal/index.ts'
import { requirePayment } from './bill-payment-rows.ts'
import { enterFor } from './details.ts'

/** Bank details for the vendor of a payment: entered by hand, or asked of the vendor. */

export const addManualDetails = command({
  id: 'payments.add-manual-payment-information',
  access: 'payments.use',
  input: bankDetails.extend({ billPaymentId: id }),
  run: async (context, { billPaymentId, ...given }): Promise<{ id: string }> => {
    const { erpVendorId } = await requirePayment(context, billPaymentId)
    return enterFor(context, erpVendorId, given)
  },
})

/** The vendor's person enters the details in the portal and shares them. */
export const inviteToAddDetails = command({
  id: 'payments.invite-to-add-payment-information',
  access: 'payments.use',
  input: z.object({ billPaymentId: id, email, message: limitedText(2000).default('') }),
  run: async (context, { billPaymentId, ...given }): Promise<{ id: string }> => {
    const { vendorId, erpVendorName } = await requirePayment(context, billPaymentId)
    if (vendorId === null)
      throw new AppError(
        'RULE_BROKEN',
        `Map ${erpVendorName} to one of your vendors first, under Settings › Manage mappings. Then it can be invited.`,
        { reason: 'NOT_MAPPED' },
      )
    return inviteToPortal(context, { vendorId, ...given })
  },
})
