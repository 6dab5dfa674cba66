import type { SessionData } from '../../../../schema/platform/session/endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { exchangeLoginToken } from './api.ts'

// Continuing as someone else or in another company: creates a login token and exchanges it at once. Separate from
// api.ts, because the login page needs none of it.

const createCompanyToken = graphql(
  `mutation CreateCompanyToken($companyId: ID!, $join: Boolean) {
    createCompanyToken(companyId: $companyId, join: $join) { loginTokenId }
  }`,
)

const createImpersonationToken = graphql(
  `mutation CreateImpersonationToken($userId: ID!, $reason: String) {
    createImpersonationToken(userId: $userId, reason: $reason) { loginTokenId }
  }`,
)

const createReverseImpersonationToken = graphql(
  'mutation createReverseImpersonationToken { createReverseImpersonationToken { loginTokenId } }',
)

/** @param join whether the person has confirmed that they join a company that invited them */
export const switchCompany = async (companyId: string, commandId?: string, join = false): Promise<SessionData> => {
  const options = commandId ? { commandId, quiet: true } : { quiet: true }
  const { createCompanyToken: token } = await runGraphql(createCompanyToken, { companyId, join }, options)
  return exchangeLoginToken(token.loginTokenId)
}

/** With a reason the person acts on the member's behalf. Without one they can only view. */
export const viewAs = async (userId: string, reason: string | null, commandId: string): Promise<SessionData> => {
  const variables = { userId, reason }
  const { createImpersonationToken: token } = await runGraphql(createImpersonationToken, variables, { commandId })
  return exchangeLoginToken(token.loginTokenId)
}

/** From viewing to acting on the member's behalf, by way of one's own session. */
export const actInstead = async (userId: string, reason: string, commandId: string): Promise<SessionData> => {
  await endViewAs(commandId)
  return viewAs(userId, reason, `${commandId}-act`)
}

export const endViewAs = async (commandId: string): Promise<SessionData> => {
  const { createReverseImpersonationToken: token } = await runGraphql(
    createReverseImpersonationToken,
    {},
    { commandId },
  )
  return exchangeLoginToken(token.loginTokenId)
}
