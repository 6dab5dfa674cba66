import { useQuery } from '@tanstack/react-query'
import { acceptByLink, previewInvitation, rejectByLink } from '../../../../../schema/vendors/portal/invitations.ts'
import { graphql, runGraphql } from '../../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../../lib/rest.ts'

/** The vendor company's own data. */

export const companyKeys = {
  all: ['vendor-portal', 'company'] as const,
  profile: ['vendor-portal', 'company', 'profile'] as const,
  members: ['vendor-portal', 'company', 'members'] as const,
  customers: ['vendor-portal', 'company', 'customers'] as const,
  invitations: ['vendor-portal', 'invitations'] as const,
  preview: ['vendor-portal', 'invitation-link'] as const,
}

const PROFILE = graphql(`
  query VendorCompanyProfile {
    vendorCompanyAddresses { id version updatedAt address1 address2 city state postalCode country }
    vendorCompanyContacts { id version updatedAt firstName lastName email memo isShared }
    vendorCompanyPaymentInformation {
      id version updatedAt bankChangedAt memo isShared
      vendorCompanyAddress { id version updatedAt address1 address2 city state postalCode country }
      paymentInformation {
        id accountHolderName accountHolderType accountNumber lastFourAccountNumber routingNumber bankAccountType
        address1 address2 city state postalCode country remittanceEmail
      }
    }
  }
`)
export const readProfile = (signal?: AbortSignal) => runGraphql(PROFILE, {}, { signal, quiet: true })
export const useProfile = () =>
  useQuery({ queryKey: companyKeys.profile, queryFn: ({ signal }) => readProfile(signal) })
export type Profile = NonNullable<ReturnType<typeof useProfile>['data']>
export type Address = Profile['vendorCompanyAddresses'][number]
export type Contact = Profile['vendorCompanyContacts'][number]
export type Account = Profile['vendorCompanyPaymentInformation'][number]

const MEMBERS = graphql(`
  query VendorCompanyMembers {
    vendorCompanyMembers { id firstName lastName email hasJoined }
  }
`)
export const useMembers = () =>
  useQuery({
    queryKey: companyKeys.members,
    queryFn: async ({ signal }) => (await runGraphql(MEMBERS, {}, { signal, quiet: true })).vendorCompanyMembers,
  })
export type Member = NonNullable<ReturnType<typeof useMembers>['data']>[number]

const CUSTOMERS = graphql(`
  query VendorCompanyCustomers {
    companiesForVendorCompany {
      id name companyIntakeSubmissionCount companySubmittedSubmissionCount
      contacts { id firstName lastName email memo isShared }
      paymentInformation {
        id memo isShared
        paymentInformation { accountHolderName accountNumber routingNumber bankAccountType remittanceEmail }
      }
    }
  }
`)
export const useCustomers = () =>
  useQuery({
    queryKey: companyKeys.customers,
    queryFn: async ({ signal }) => (await runGraphql(CUSTOMERS, {}, { signal, quiet: true })).companiesForVendorCompany,
  })
export type Customer = NonNullable<ReturnType<typeof useCustomers>['data']>[number]

const INVITATIONS = graphql(`
  query PendingInvitations {
    pendingVendorCompanyInvitations { id createdAt expiresAt message invitedByName company { id name } }
  }
`)
export const usePendingInvitations = () =>
  useQuery({
    queryKey: companyKeys.invitations,
    queryFn: async ({ signal }) =>
      (await runGraphql(INVITATIONS, {}, { signal, quiet: true })).pendingVendorCompanyInvitations,
  })
export type PendingInvitation = NonNullable<ReturnType<typeof usePendingInvitations>['data']>[number]

const ACCEPT = graphql(`
  mutation AcceptInvitation($input: AcceptVendorCompanyInvitationInput!) {
    acceptVendorCompanyInvitation(input: $input) { id }
  }
`)
export const acceptInvitation = (
  input: { vendorCompanyInvitationId: string; vendorCompanyId?: string },
  commandId: string,
) => runGraphql(ACCEPT, { input }, { commandId, quiet: true })

const REJECT = graphql(`
  mutation RejectInvitation($id: ID!) {
    rejectVendorCompanyInvitation(vendorCompanyInvitationId: $id) { id }
  }
`)
export const rejectInvitation = (id: string, commandId: string) =>
  runGraphql(REJECT, { id }, { commandId, quiet: true })

const UPDATE_COMPANY = graphql(`
  mutation UpdateVendorCompany($input: UpdateVendorCompanyInput!) {
    updateVendorCompany(input: $input) { id }
  }
`)
export const updateCompany = (
  input: { name?: string; vendorType?: 'BUSINESS' | 'INDIVIDUAL'; version?: number },
  commandId: string,
) => runGraphql(UPDATE_COMPANY, { input }, { commandId, quiet: true })

const ADD_MEMBER = graphql(`
  mutation AddVendorCompanyMember($input: CreateVendorCompanyMemberInput!) {
    createVendorCompanyMember(input: $input) { id }
  }
`)
export const addMember = (input: { firstName: string; lastName: string; email: string }, commandId: string) =>
  runGraphql(ADD_MEMBER, { input }, { commandId, quiet: true })

const REMOVE_MEMBER = graphql(`
  mutation RemoveVendorCompanyMember($id: ID!) {
    removeVendorCompanyMember(id: $id) { id }
  }
`)
export const removeMember = (id: string, commandId: string) =>
  runGraphql(REMOVE_MEMBER, { id }, { commandId, quiet: true })

const SHARE = graphql(`
  mutation ShareWithCustomer(
    $companyId: ID!
    $contacts: [SharedContactInput!]!
    $paymentInformation: [SharedPaymentInformationInput!]!
  ) {
    updateSharedVendorCompanyContacts(companyId: $companyId, contacts: $contacts) { id }
    updateSharedVendorCompanyPaymentInformation(companyId: $companyId, paymentInformation: $paymentInformation) { id }
  }
`)
interface Shared {
  companyId: string
  contacts: { id: string; isShared: boolean }[]
  accounts: { id: string; isShared: boolean }[]
}
export const share = ({ companyId, contacts, accounts }: Shared, commandId: string) =>
  runGraphql(
    SHARE,
    {
      companyId,
      contacts: contacts.map(({ id, isShared }) => ({ vendorCompanyContactId: id, isShared })),
      paymentInformation: accounts.map(({ id, isShared }) => ({ vendorCompanyPaymentInformationId: id, isShared })),
    },
    { commandId, quiet: true },
  )

/** What the link of an invitation is about. */
export const useInvitationPreview = (token: string | undefined) =>
  useQuery({
    queryKey: [...companyKeys.preview, token],
    queryFn: ({ signal }) => call(previewInvitation, { body: { token: token ?? '' }, signal, anonymous: true }),
    enabled: token !== undefined,
    retry: false,
  })
export const acceptLink = (body: BodyOf<typeof acceptByLink>, commandId: string) =>
  call(acceptByLink, { body, commandId, anonymous: true })
export const rejectLink = (token: string, commandId: string) =>
  call(rejectByLink, { body: { token }, commandId, anonymous: true })
