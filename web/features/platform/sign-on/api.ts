import { queryOptions } from '@tanstack/react-query'
import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { beginSignOnTest, getRequiredLogin } from '../../../../schema/platform/sign-on/required-endpoints.ts'
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

export const requiredQuery = queryOptions({
  queryKey: [...signOnKeys.all, 'required'],
  queryFn: ({ signal }) => call(getRequiredLogin, { signal }),
})

/** Leaves for the provider, which sends the browser back to /login-return. */
export const testSignOn = async (method: ProviderMethod, commandId: string): Promise<void> => {
  const { url } = await call(beginSignOnTest, { body: { method }, commandId })
  window.location.assign(url)
}

export const checkDomain = (domain: string, commandId: string) =>
  call(checkLoginDomain, { body: { domain }, commandId })
