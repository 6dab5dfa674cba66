import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { email as emailSchema } from '../../../../schema/shared/values.ts'
import { getVendorPortal } from '../../../../schema/vendors/portal/invitations.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'

/** The vendor, by itself or by the accounting system's vendor that it is. */
type InvitedAs = { vendorId: string } | { erpVendorId: string }

export const portalKeys = {
  one: (vendorId: string) => ['vendors', 'portal', vendorId] as const,
  willReset: (about: InvitedAs, email: string) => ['vendors', 'portal-reset', about, email] as const,
}

export const usePortal = (vendorId: string) =>
  useQuery({
    queryKey: portalKeys.one(vendorId),
    queryFn: ({ signal }) => call(getVendorPortal, { params: { vendorId }, signal }),
  })

const WILL_RESET = graphql(`
  query WillInvitationReset($email: String!, $vendorId: ID, $erpVendorId: ID) {
    willVendorCompanyInvitationRequireReset(email: $email, vendorId: $vendorId, erpVendorId: $erpVendorId)
  }
`)
const PAUSE_MS = 400

/** Whether accepting would move a portal account from another vendor. False while it isn't known. */
export const useWillReset = (about: InvitedAs, typed: string): boolean => {
  const [email] = useDebouncedValue(typed.trim().toLowerCase(), PAUSE_MS)
  const { data } = useQuery({
    queryKey: portalKeys.willReset(about, email),
    queryFn: async ({ signal }) =>
      (await runGraphql(WILL_RESET, { email, ...about }, { signal, quiet: true }))
        .willVendorCompanyInvitationRequireReset,
    enabled: emailSchema.safeParse(email).success,
  })
  return data ?? false
}

const CREATE = graphql(`
  mutation InviteVendor($input: CreateVendorCompanyInvitationInput!) {
    createVendorCompanyInvitation(input: $input) { id }
  }
`)
export const createInvitation = (input: { email: string; message: string } & InvitedAs, commandId: string) =>
  runGraphql(CREATE, { input }, { commandId, quiet: true })

const RESEND = graphql(`
  mutation ResendVendorInvitation($id: ID!) {
    resendVendorCompanyInvitation(id: $id) { id }
  }
`)
export const resendInvitation = (id: string, commandId: string) =>
  runGraphql(RESEND, { id }, { commandId, quiet: true })

const CANCEL = graphql(`
  mutation CancelVendorInvitation($id: ID!) {
    cancelVendorCompanyInvitation(id: $id) { id }
  }
`)
export const cancelInvitation = (id: string, commandId: string) =>
  runGraphql(CANCEL, { id }, { commandId, quiet: true })
