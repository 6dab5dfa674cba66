import { queryOptions } from '@tanstack/react-query'
import {
  checkLoginDomain,
  getOktaConfiguration,
  getOktaSamlConfiguration,
} from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'

export const signOnKeys = { all: ['sign-on'] as const }

const SIGN_ON = graphql(`query SignOn {
  singleSignOnConfiguration { loginUrl callbackUrl methods offered microsoftTenantId }
}`)
const INTEGRATIONS = graphql(`query Integrations {
  integrationsPage {
    erpIntegrations { id name state text lastUsedAt }
    signOnIntegrations { id name state text lastUsedAt }
  }
}`)

export const signOnQuery = queryOptions({
  queryKey: [...signOnKeys.all, 'overview'],
  queryFn: async ({ signal }) => (await runGraphql(SIGN_ON, {}, { signal })).singleSignOnConfiguration,
})

export const integrationsQuery = queryOptions({
  queryKey: [...signOnKeys.all, 'integrations'],
  queryFn: async ({ signal }) => (await runGraphql(INTEGRATIONS, {}, { signal })).integrationsPage,
})

export const oktaQuery = queryOptions({
  queryKey: [...signOnKeys.all, 'okta'],
  queryFn: ({ signal }) => call(getOktaConfiguration, { signal }),
})

export const samlQuery = queryOptions({
  queryKey: [...signOnKeys.all, 'saml'],
  queryFn: ({ signal }) => call(getOktaSamlConfiguration, { signal }),
})

export const checkDomain = (domain: string, commandId: string) =>
  call(checkLoginDomain, { body: { domain }, commandId })
