import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import {
  addDetailsToPayment,
  cancelBillPayment,
  updateBillPaymentMethod,
  updatePaidOutside,
} from './bill-payment-act.ts'
import { addManualDetails, inviteToAddDetails } from './bill-payment-details.ts'
import { detailsInput } from './graphql-details.ts'

/** GraphQL fields of payments of bills (specification 3 §7.6). */

const addInput = builder.inputType('AddErpVendorPaymentInformationToBillPaymentInput', {
  fields: (t) => ({
    billPaymentId: t.id({ required: true }),
    erpVendorPaymentInformationId: t.id({ required: true }),
  }),
})
const inviteInput = builder.inputType('InviteVendorToAddPaymentInformationInput', {
  fields: (t) => ({ email: t.string({ required: true }), message: t.string() }),
})
const manualInput = detailsInput('AddManualPaymentInformationInput')

const addDetails = resolveWith('mutation.addErpVendorPaymentInformationToBillPayment', addDetailsToPayment)
const addManual = resolveWith('mutation.addManualPaymentInformation', addManualDetails)
const invite = resolveWith('mutation.inviteVendorToAddPaymentInformation', inviteToAddDetails)

builder.mutationFields((t) => ({
  updateBillPaymentMethod: t.field({
    type: idPayload,
    args: { billPaymentId: t.arg.id({ required: true }), paymentMethodId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.updateBillPaymentMethod', updateBillPaymentMethod),
  }),
  cancelBillPayment: t.field({
    type: idPayload,
    args: { billPaymentId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.cancelBillPayment', cancelBillPayment),
  }),
  updateBillPaymentPaidOutside: t.field({
    type: idPayload,
    description: 'The id of a payment, or of its bill',
    args: { id: t.arg.id({ required: true }), isPaidOutside: t.arg.boolean({ required: true }) },
    resolve: resolveWith('mutation.updateBillPaymentPaidOutside', updatePaidOutside),
  }),
  addErpVendorPaymentInformationToBillPayment: t.field({
    type: idPayload,
    args: { input: t.arg({ type: addInput, required: true }) },
    resolve: (root, { input }, context, info) => addDetails(root, { ...input }, context, info),
  }),
  addManualPaymentInformation: t.field({
    type: idPayload,
    args: { input: t.arg({ type: manualInput, required: true }), billPaymentId: t.arg.id({ required: true }) },
    resolve: (root, { input, billPaymentId }, context, info) =>
      addManual(root, { ...input, billPaymentId }, context, info),
  }),
  inviteVendorToAddPaymentInformation: t.field({
    type: idPayload,
    args: { input: t.arg({ type: inviteInput, required: true }), billPaymentId: t.arg.id({ required: true }) },
    resolve: (root, { input, billPaymentId }, context, info) =>
      invite(root, { ...input, billPaymentId }, context, info),
  }),
}))
