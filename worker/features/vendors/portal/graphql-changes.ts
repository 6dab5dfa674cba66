import type { GraphQLResolveInfo } from 'graphql'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES, VENDOR_TYPES } from '../../../../schema/vendors/portal/values.ts'
import { builder, type GraphqlContext, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { createAddress, deleteAddress, updateAddress } from './addresses.ts'
import { createContact, deleteContact, updateContact } from './contacts.ts'
import { acceptInvitation, rejectInvitation } from './decide.ts'
import { cancelInvitation, createInvitation, resendInvitation } from './invite.ts'
import { addMember, removeMember } from './members.ts'
import { createPayment, deletePayment, updatePayment } from './payment.ts'
import { updateVendorCompany } from './profile.ts'
import { shareContacts, sharePayment } from './sharing.ts'

const vendorType = builder.enumType('VendorCompanyType', { values: VENDOR_TYPES })
const holderType = builder.enumType('AccountHolderType', { values: ACCOUNT_HOLDER_TYPES })
const accountType = builder.enumType('BankAccountType', { values: BANK_ACCOUNT_TYPES })

const updateCompanyInput = builder.inputType('UpdateVendorCompanyInput', {
  fields: (t) => ({ name: t.string(), vendorType: t.field({ type: vendorType }), version: t.int() }),
})
const createAddressInput = builder.inputType('CreateVendorCompanyAddressInput', {
  fields: (t) => ({
    address1: t.string({ required: true }),
    address2: t.string(),
    city: t.string({ required: true }),
    state: t.string({ required: true }),
    postalCode: t.string({ required: true }),
    country: t.string({ required: true }),
  }),
})
const updateAddressInput = builder.inputType('UpdateVendorCompanyAddressInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int(),
    address1: t.string(),
    address2: t.string(),
    city: t.string(),
    state: t.string(),
    postalCode: t.string(),
    country: t.string(),
  }),
})
const createContactInput = builder.inputType('CreateVendorCompanyContactInput', {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string(),
    email: t.string({ required: true }),
    memo: t.string(),
  }),
})
const updateContactInput = builder.inputType('UpdateVendorCompanyContactInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int(),
    firstName: t.string(),
    lastName: t.string(),
    email: t.string(),
    memo: t.string(),
  }),
})
const createPaymentInput = builder.inputType('CreateVendorCompanyPaymentInformationInput', {
  fields: (t) => ({
    accountHolderName: t.string({ required: true }),
    accountHolderType: t.field({ type: holderType, required: true }),
    accountNumber: t.string({ required: true }),
    routingNumber: t.string({ required: true }),
    bankAccountType: t.field({ type: accountType, description: 'CHECKING if missing' }),
    address1: t.string(),
    address2: t.string(),
    city: t.string(),
    state: t.string(),
    postalCode: t.string(),
    country: t.string(),
    remittanceEmail: t.string(),
    memo: t.string(),
    vendorCompanyAddressId: t.string({ description: 'One of the company’s addresses' }),
  }),
})
const updatePaymentInput = builder.inputType('UpdateVendorCompanyPaymentInformationInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int(),
    accountHolderName: t.string(),
    accountHolderType: t.field({ type: holderType }),
    accountNumber: t.string({ description: 'Without it the stored number stays' }),
    routingNumber: t.string(),
    bankAccountType: t.field({ type: accountType }),
    address1: t.string(),
    address2: t.string(),
    city: t.string(),
    state: t.string(),
    postalCode: t.string(),
    country: t.string(),
    remittanceEmail: t.string(),
    memo: t.string(),
    vendorCompanyAddressId: t.string({ description: 'Empty for none' }),
  }),
})
const createMemberInput = builder.inputType('CreateVendorCompanyMemberInput', {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string(),
    email: t.string({ required: true }),
  }),
})
const acceptInput = builder.inputType('AcceptVendorCompanyInvitationInput', {
  fields: (t) => ({
    vendorCompanyInvitationId: t.id({ required: true }),
    vendorCompanyId: t.id({ description: 'The current one if missing' }),
  }),
})
const inviteInput = builder.inputType('CreateVendorCompanyInvitationInput', {
  fields: (t) => ({
    email: t.string({ required: true }),
    message: t.string(),
    vendorId: t.id({ description: 'The vendor, or erpVendorId' }),
    erpVendorId: t.id(),
  }),
})
const sharedPaymentInput = builder.inputType('SharedPaymentInformationInput', {
  fields: (t) => ({
    vendorCompanyPaymentInformationId: t.id({ required: true }),
    isShared: t.boolean({ required: true }),
  }),
})
const sharedContactInput = builder.inputType('SharedContactInput', {
  fields: (t) => ({ vendorCompanyContactId: t.id({ required: true }), isShared: t.boolean({ required: true }) }),
})

type Resolve<O> = (root: unknown, args: Record<string, unknown>, context: GraphqlContext, info: GraphQLResolveInfo) => O

/** The operation takes the fields of `input` as they are. */
const ofInput =
  <O>(resolve: Resolve<O>) =>
  (root: unknown, { input }: { input: object }, context: GraphqlContext, info: GraphQLResolveInfo): O =>
    resolve(root, { ...input }, context, info)

builder.mutationFields((t) => {
  const byId = { id: t.arg.id({ required: true }) }
  return {
    updateVendorCompany: t.field({
      type: idPayload,
      args: { input: t.arg({ type: updateCompanyInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.updateVendorCompany', updateVendorCompany)),
    }),
    createVendorCompanyAddress: t.field({
      type: idPayload,
      args: { input: t.arg({ type: createAddressInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.createVendorCompanyAddress', createAddress)),
    }),
    updateVendorCompanyAddress: t.field({
      type: idPayload,
      args: { input: t.arg({ type: updateAddressInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.updateVendorCompanyAddress', updateAddress)),
    }),
    deleteVendorCompanyAddress: t.field({
      type: idPayload,
      args: byId,
      resolve: resolveWith('mutation.deleteVendorCompanyAddress', deleteAddress),
    }),
    createVendorCompanyContact: t.field({
      type: idPayload,
      args: { input: t.arg({ type: createContactInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.createVendorCompanyContact', createContact)),
    }),
    updateVendorCompanyContact: t.field({
      type: idPayload,
      args: { input: t.arg({ type: updateContactInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.updateVendorCompanyContact', updateContact)),
    }),
    deleteVendorCompanyContact: t.field({
      type: idPayload,
      args: byId,
      resolve: resolveWith('mutation.deleteVendorCompanyContact', deleteContact),
    }),
    createVendorCompanyPaymentInformation: t.field({
      type: idPayload,
      args: { input: t.arg({ type: createPaymentInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.createVendorCompanyPaymentInformation', createPayment)),
    }),
    updateVendorCompanyPaymentInformation: t.field({
      type: idPayload,
      args: { input: t.arg({ type: updatePaymentInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.updateVendorCompanyPaymentInformation', updatePayment)),
    }),
    deleteVendorCompanyPaymentInformation: t.field({
      type: idPayload,
      args: byId,
      resolve: resolveWith('mutation.deleteVendorCompanyPaymentInformation', deletePayment),
    }),
    updateSharedVendorCompanyPaymentInformation: t.field({
      type: [idPayload],
      args: {
        paymentInformation: t.arg({ type: [sharedPaymentInput], required: true }),
        companyId: t.arg.id({ required: true }),
      },
      resolve: resolveWith('mutation.updateSharedVendorCompanyPaymentInformation', sharePayment),
    }),
    updateSharedVendorCompanyContacts: t.field({
      type: [idPayload],
      args: {
        contacts: t.arg({ type: [sharedContactInput], required: true }),
        companyId: t.arg.id({ required: true }),
      },
      resolve: resolveWith('mutation.updateSharedVendorCompanyContacts', shareContacts),
    }),
    createVendorCompanyMember: t.field({
      type: idPayload,
      args: { input: t.arg({ type: createMemberInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.createVendorCompanyMember', addMember)),
    }),
    removeVendorCompanyMember: t.field({
      type: idPayload,
      args: byId,
      resolve: resolveWith('mutation.removeVendorCompanyMember', removeMember),
    }),
    acceptVendorCompanyInvitation: t.field({
      type: idPayload,
      args: { input: t.arg({ type: acceptInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.acceptVendorCompanyInvitation', acceptInvitation)),
    }),
    rejectVendorCompanyInvitation: t.field({
      type: idPayload,
      args: { vendorCompanyInvitationId: t.arg.id({ required: true }) },
      resolve: resolveWith('mutation.rejectVendorCompanyInvitation', rejectInvitation),
    }),
    createVendorCompanyInvitation: t.field({
      type: idPayload,
      args: { input: t.arg({ type: inviteInput, required: true }) },
      resolve: ofInput(resolveWith('mutation.createVendorCompanyInvitation', createInvitation)),
    }),
    resendVendorCompanyInvitation: t.field({
      type: idPayload,
      args: byId,
      resolve: resolveWith('mutation.resendVendorCompanyInvitation', resendInvitation),
    }),
    cancelVendorCompanyInvitation: t.field({
      type: idPayload,
      args: byId,
      resolve: resolveWith('mutation.cancelVendorCompanyInvitation', cancelInvitation),
    }),
  }
})
