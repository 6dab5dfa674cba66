import type { InputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import { VENDOR_TYPES } from '../../../../schema/vendors/portal/values.ts'
import { builder, type GraphqlContext, resolveWith } from '../../../transport/graphql/builder.ts'
import { accountHolderType, bankAccountType, idPayload } from '../../../transport/graphql/shared-types.ts'
import { createAddress, deleteAddress, updateAddress } from './addresses.ts'
import { createContact, deleteContact, updateContact } from './contacts.ts'
import { acceptInvitation, rejectInvitation } from './decide.ts'
import { cancelInvitation, createInvitation, resendInvitation } from './invite.ts'
import { addMember, removeMember } from './members.ts'
import { createPayment, deletePayment, updatePayment } from './payment.ts'
import { updateVendorCompany } from './profile.ts'
import { shareContacts, sharePayment } from './sharing.ts'

const vendorType = builder.enumType('VendorCompanyType', { values: VENDOR_TYPES })

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
    memo: t.string(),
    vendorCompanyAddressId: t.string({ description: 'One of the company’s addresses' }),
  }),
})
const updatePaymentInput = builder.inputType('UpdateVendorCompanyPaymentInformationInput', {
  fields: (t) => ({
    id: t.id({ required: true }),
    version: t.int(),
    accountHolderName: t.string(),
    accountHolderType: t.field({ type: accountHolderType }),
    accountNumber: t.string({ description: 'Without it the stored number stays' }),
    routingNumber: t.string(),
    bankAccountType: t.field({ type: bankAccountType }),
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
    erpVendorId: t.id({ description: 'The accounting system’s vendor that is linked to it' }),
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

type Id = { id: string }
type Resolve<O> = (root: unknown, args: Record<string, unknown>, context: GraphqlContext, info: GraphQLResolveInfo) => O

builder.mutationFields((t) => {
  const withId = (resolve: Resolve<Promise<Id>>) =>
    t.field({ type: idPayload, args: { id: t.arg.id({ required: true }) }, resolve })
  /** The operation takes the fields of `input` as they are. */
  const withInput = (type: InputRef<object>, resolve: Resolve<Promise<Id>>) =>
    t.field({
      type: idPayload,
      args: { input: t.arg({ type, required: true }) },
      resolve: (root, { input }, context, info) => resolve(root, { ...input }, context, info),
    })
  return {
    updateVendorCompany: withInput(
      updateCompanyInput,
      resolveWith('mutation.updateVendorCompany', updateVendorCompany),
    ),
    createVendorCompanyAddress: withInput(
      createAddressInput,
      resolveWith('mutation.createVendorCompanyAddress', createAddress),
    ),
    updateVendorCompanyAddress: withInput(
      updateAddressInput,
      resolveWith('mutation.updateVendorCompanyAddress', updateAddress),
    ),
    deleteVendorCompanyAddress: withId(resolveWith('mutation.deleteVendorCompanyAddress', deleteAddress)),
    createVendorCompanyContact: withInput(
      createContactInput,
      resolveWith('mutation.createVendorCompanyContact', createContact),
    ),
    updateVendorCompanyContact: withInput(
      updateContactInput,
      resolveWith('mutation.updateVendorCompanyContact', updateContact),
    ),
    deleteVendorCompanyContact: withId(resolveWith('mutation.deleteVendorCompanyContact', deleteContact)),
    createVendorCompanyPaymentInformation: withInput(
      createPaymentInput,
      resolveWith('mutation.createVendorCompanyPaymentInformation', createPayment),
    ),
    updateVendorCompanyPaymentInformation: withInput(
      updatePaymentInput,
      resolveWith('mutation.updateVendorCompanyPaymentInformation', updatePayment),
    ),
    deleteVendorCompanyPaymentInformation: withId(
      resolveWith('mutation.deleteVendorCompanyPaymentInformation', deletePayment),
    ),
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
    createVendorCompanyMember: withInput(
      createMemberInput,
      resolveWith('mutation.createVendorCompanyMember', addMember),
    ),
    removeVendorCompanyMember: withId(resolveWith('mutation.removeVendorCompanyMember', removeMember)),
    acceptVendorCompanyInvitation: withInput(
      acceptInput,
      resolveWith('mutation.acceptVendorCompanyInvitation', acceptInvitation),
    ),
    rejectVendorCompanyInvitation: t.field({
      type: idPayload,
      args: { vendorCompanyInvitationId: t.arg.id({ required: true }) },
      resolve: resolveWith('mutation.rejectVendorCompanyInvitation', rejectInvitation),
    }),
    createVendorCompanyInvitation: withInput(
      inviteInput,
      resolveWith('mutation.createVendorCompanyInvitation', createInvitation),
    ),
    resendVendorCompanyInvitation: withId(resolveWith('mutation.resendVendorCompanyInvitation', resendInvitation)),
    cancelVendorCompanyInvitation: withId(resolveWith('mutation.cancelVendorCompanyInvitation', cancelInvitation)),
  }
})
