import { useQuery } from '@tanstack/react-query'
import {
  discardInboundMessage,
  listInboundMessages,
  releaseInboundMessage,
} from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'

export const forwardingKeys = {
  address: ['email-forwarding', 'address'] as const,
  messages: ['email-forwarding', 'messages'] as const,
  held: ['email-forwarding', 'held'] as const,
}

const forwardingQuery = graphql(
  `query EmailForwarding {
    emailForwarding { inboundDomain companyShortName companyAddress forwardsConfirmations makesPdfOfBody }
  }`,
)

/** The page shows the error itself. */
export const useEmailForwarding = () =>
  useQuery({
    queryKey: forwardingKeys.address,
    queryFn: async ({ signal }) => (await runGraphql(forwardingQuery, {}, { signal, quiet: true })).emailForwarding,
  })

export const fetchMessages = ({ orderBy: _, ...query }: PageRequest, signal: AbortSignal) =>
  call(listInboundMessages, { query, signal })

export const fetchHeld = (cursor: string | undefined, signal: AbortSignal) =>
  call(listInboundMessages, { query: { state: 'HELD', first: 20, cursor }, signal })

export const decideMessage = (messageId: string, decision: 'release' | 'discard', commandId: string) =>
  call(decision === 'release' ? releaseInboundMessage : discardInboundMessage, { params: { messageId }, commandId })
