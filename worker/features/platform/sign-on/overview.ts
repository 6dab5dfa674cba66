import { z } from 'zod'
import {
  LOGIN_METHOD_NAMES,
  METHOD_WORDS,
  returnPath,
  type SignOnKind,
  samlAcsPath,
  samlMetadataPath,
} from '../../../../schema/platform/sign-on/methods.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { LOGIN_METHODS, type LoginMethod } from '../../../../schema/shared/permissions.ts'
import { query, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { connectionInUseStatement } from '../accounting/index.ts'
import { offeredMethods } from '../session/index.ts'
import { domainsOf } from './domains.ts'

/** What admins see of signing in and of the other connections. */

const CONNECTIONS = typed`SELECT ${select(signOnConnections, 's', ['kind', 'tenantId', 'metadataUrl', 'lastUsedAt', 'fault'])}
  FROM sign_on_connections s WHERE s.company_id = ?`

const connectionsStatement = ({ db, actor }: StaffContext) => db.sql(CONNECTIONS, actor.companyId)

export interface SignOnOverview {
  loginUrl: string
  /** For the company's app at Okta. */
  callbackUrl: string
  samlCallbackUrl: string
  samlIssuer: string
  samlMetadata: string | null
  /** That people of the company may use. */
  methods: LoginMethod[]
  /** That this installation can offer. */
  offered: LoginMethod[]
  microsoftTenantId: string | null
}

export const readSignOn = query({
  id: 'sso-integrations.overview',
  access: 'sign-on.manage',
  input: z.object({}),
  run: async (context): Promise<SignOnOverview> => {
    const { origin, actor, env } = context
    const { companyId, policy } = actor
    const connections = await context.db.all(connectionsStatement(context))
    return {
      loginUrl: `${origin}/login`,
      callbackUrl: origin + returnPath('OKTA', companyId),
      samlCallbackUrl: origin + samlAcsPath(companyId),
      samlIssuer: origin + samlMetadataPath(companyId),
      samlMetadata: connections.find(({ kind }) => kind === 'OKTA_SAML')?.metadataUrl ?? null,
      methods: LOGIN_METHOD_NAMES.filter((method) => policy.company[LOGIN_METHODS[method]]),
      offered: offeredMethods(env),
      microsoftTenantId: connections.find(({ kind }) => kind === 'MICROSOFT')?.tenantId ?? null,
    }
  },
})

export interface IntegrationView {
  id: string
  name: string
  state: 'CONNECTED' | 'FAULTY'
  /** What is wrong or missing, in words. */
  text: string | null
  lastUsedAt: string | null
}

const OF_BOOKS = { QUICKBOOKS: 'QuickBooks', NETSUITE: 'NetSuite', CUSTOM: 'Custom sync' } as const

export const readIntegrations = query({
  id: 'integrations.page',
  access: 'integrations.manage',
  input: z.object({}),
  run: async (context): Promise<{ erp: IntegrationView[]; signOn: IntegrationView[] }> => {
    const [[inUse, { results: connections }], domains] = await Promise.all([
      context.db.readBatch([connectionInUseStatement(context), connectionsStatement(context)]),
      domainsOf(context, context.actor.companyId),
    ])
    const books = inUse.results[0]
    const missing = domains.filter(({ provenAt, missingSince }) => provenAt === null || missingSince !== null)
    const signOnView = (kind: SignOnKind): IntegrationView[] => {
      const found = connections.find((each) => each.kind === kind)
      if (!found) return []
      const text = found.fault ?? (kind !== 'MICROSOFT' && missing[0] ? domainFault(missing[0]) : null)
      return [
        {
          id: kind,
          name: METHOD_WORDS[kind],
          text,
          state: text === null ? 'CONNECTED' : 'FAULTY',
          lastUsedAt: found.lastUsedAt === null ? null : new Date(found.lastUsedAt).toISOString(),
        },
      ]
    }
    return {
      erp: books
        ? [
            {
              id: books.id,
              name: OF_BOOKS[books.system],
              text: books.error,
              state: books.state === 'CONNECTED' && !books.error ? 'CONNECTED' : 'FAULTY',
              lastUsedAt: books.lastReadAt === null ? null : new Date(books.lastReadAt).toISOString(),
            },
          ]
        : [],
      signOn: [...signOnView('OKTA'), ...signOnView('OKTA_SAML'), ...signOnView('MICROSOFT')],
    }
  },
})

const domainFault = ({ domain, provenAt }: { domain: string; provenAt: number | null }): string =>
  provenAt === null ? `${domain} isn’t proven yet.` : `The DNS record of ${domain} is missing.`
