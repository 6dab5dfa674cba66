import type { PendingInvitation } from '../../../../schema/vendors/portal/invitations.ts'
import type {
  CustomerCompany,
  VendorCompanyAddress,
  VendorCompanyContact,
  VendorCompanyMember,
  VendorCompanyPayment,
} from '../../../../schema/vendors/portal/profile.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { namedType, paymentInformationType } from '../../../transport/graphql/shared-types.ts'
import { readAddresses } from './addresses.ts'
import { readContacts } from './contacts.ts'
import { readCustomers } from './customers.ts'
import { readPendingInvitations } from './decide.ts'
import { readWillReset } from './invite.ts'
import { readMembers } from './members.ts'
import { readPayment } from './payment.ts'
import './graphql-changes.ts'

const addressType = builder.objectRef<VendorCompanyAddress>('VendorCompanyAddress').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    updatedAt: t.exposeString('updatedAt'),
    address1: t.exposeString('address1'),
    address2: t.exposeString('address2'),
    state: t.exposeString('state'),
    city: t.exposeString('city'),
    postalCode: t.exposeString('postalCode'),
    country: t.exposeString('country'),
    version: t.exposeInt('version'),
  }),
})

const contactType = builder.objectRef<VendorCompanyContact>('VendorCompanyContact').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    memo: t.exposeString('memo'),
    isShared: t.exposeBoolean('isShared', { description: 'With the customer that it is read for' }),
    updatedAt: t.exposeString('updatedAt'),
    version: t.exposeInt('version'),
  }),
})

const paymentType = builder.objectRef<VendorCompanyPayment>('VendorCompanyPaymentInformation').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    paymentInformationId: t.exposeID('paymentInformationId'),
    memo: t.exposeString('memo'),
    isShared: t.exposeBoolean('isShared', { description: 'With the customer that it is read for' }),
    updatedAt: t.exposeString('updatedAt'),
    bankChangedAt: t.exposeString('bankChangedAt', {
      description: 'When the holder, account or routing number last changed',
    }),
    version: t.exposeInt('version'),
    vendorCompanyAddress: t.field({
      type: addressType,
      nullable: true,
      resolve: ({ vendorCompanyAddress }) => vendorCompanyAddress,
    }),
    paymentInformation: t.field({
      type: paymentInformationType,
      resolve: ({ paymentInformation }) => paymentInformation,
    }),
  }),
})

const memberType = builder.objectRef<VendorCompanyMember>('VendorCompanyMember').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    hasJoined: t.exposeBoolean('hasJoined', { description: 'False until they sign in for the first time' }),
  }),
})

const customerType = builder.objectRef<CustomerCompany>('CustomerCompany').implement({
  description: 'A company that buys from the vendor company',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    companyIntakeSubmissionCount: t.exposeInt('companyIntakeSubmissionCount'),
    companySubmittedSubmissionCount: t.exposeInt('companySubmittedSubmissionCount'),
    paymentInformation: t.field({ type: [paymentType], resolve: (customer) => customer.paymentInformation }),
    contacts: t.field({ type: [contactType], resolve: ({ contacts }) => contacts }),
  }),
})

const invitationType = builder.objectRef<PendingInvitation>('VendorCompanyInvitation').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.exposeString('createdAt'),
    expiresAt: t.exposeString('expiresAt'),
    company: t.field({ type: namedType, resolve: ({ company }) => company }),
    message: t.exposeString('message'),
    invitedByName: t.exposeString('invitedByName'),
  }),
})

builder.queryFields((t) => ({
  vendorCompanyAddresses: t.field({
    type: [addressType],
    resolve: resolveWith('query.vendorCompanyAddresses', readAddresses),
  }),
  vendorCompanyContacts: t.field({
    type: [contactType],
    resolve: resolveWith('query.vendorCompanyContacts', readContacts),
  }),
  vendorCompanyPaymentInformation: t.field({
    type: [paymentType],
    resolve: resolveWith('query.vendorCompanyPaymentInformation', readPayment),
  }),
  vendorCompanyMembers: t.field({
    type: [memberType],
    resolve: resolveWith('query.vendorCompanyMembers', readMembers),
  }),
  companiesForVendorCompany: t.field({
    type: [customerType],
    resolve: resolveWith('query.companiesForVendorCompany', readCustomers),
  }),
  pendingVendorCompanyInvitations: t.field({
    type: [invitationType],
    resolve: resolveWith('query.pendingVendorCompanyInvitations', readPendingInvitations),
  }),
  willVendorCompanyInvitationRequireReset: t.field({
    type: 'Boolean',
    description: 'Whether accepting would move a portal account from another of the company’s vendors to this one',
    args: { email: t.arg.string({ required: true }), erpVendorId: t.arg.id(), vendorId: t.arg.id() },
    resolve: resolveWith('query.willVendorCompanyInvitationRequireReset', readWillReset),
  }),
}))
