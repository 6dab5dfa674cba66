import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { accountHolderType, bankAccountType, idPayload } from '../../../transport/graphql/shared-types.ts'
import { enterDetails } from './details.ts'
import { decideOnDetails, deleteDetails } from './details-decide.ts'

/** GraphQL fields of vendors' bank details (specification 2 §7 and 3 §7.6). */

export const detailsInput = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({
      accountHolderName: t.string({ required: true }),
      accountHolderType: t.field({ type: accountHolderType, required: true }),
      accountNumber: t.string({ required: true }),
      routingNumber: t.string({ required: true }),
      bankAccountType: t.field({ type: bankAccountType, description: 'CHECKING if missing' }),
      address1: t.string(),
      address2: t.string(),
      city: t.string(),
      state: t.string(),
      postalCode: t.string(),
      country: t.string(),
      remittanceEmail: t.string(),
    }),
  })

const createInput = detailsInput('CreateErpVendorPaymentInformationInput')
const enter = resolveWith('mutation.createErpVendorPaymentInformation', enterDetails)

builder.mutationFields((t) => ({
  createErpVendorPaymentInformation: t.field({
    type: idPayload,
    args: { input: t.arg({ type: createInput, required: true }), erpVendorId: t.arg.id({ required: true }) },
    resolve: (root, { input, erpVendorId }, context, info) => enter(root, { ...input, erpVendorId }, context, info),
  }),
  confirmErpVendorPaymentInformation: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }), shouldConfirm: t.arg.boolean({ required: true }) },
    resolve: resolveWith('mutation.confirmErpVendorPaymentInformation', decideOnDetails),
  }),
  deleteErpVendorPaymentInformation: t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.deleteErpVendorPaymentInformation', deleteDetails),
  }),
}))
