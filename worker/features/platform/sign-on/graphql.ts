import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { type IntegrationView, readIntegrations, readSignOn, type SignOnOverview } from './overview.ts'

const singleSignOn = builder.objectRef<SignOnOverview>('SingleSignOnConfiguration').implement({
  description: 'How people of the company log in, and what an identity provider asks for',
  fields: (t) => ({
    loginUrl: t.exposeString('loginUrl'),
    callbackUrl: t.exposeString('callbackUrl', { description: 'For the company’s app at Okta' }),
    samlCallbackUrl: t.exposeString('samlCallbackUrl'),
    samlIssuer: t.exposeString('samlIssuer'),
    samlMetadata: t.exposeString('samlMetadata', { nullable: true }),
    methods: t.stringList({ resolve: ({ methods }) => methods }),
    offered: t.stringList({
      description: 'The methods that this installation can offer',
      resolve: ({ offered }) => offered,
    }),
    microsoftTenantId: t.exposeString('microsoftTenantId', { nullable: true }),
  }),
})
builder.queryField('singleSignOnConfiguration', (t) =>
  t.field({ type: singleSignOn, resolve: resolveWith('query.singleSignOnConfiguration', readSignOn) }),
)

const integration = builder.objectRef<IntegrationView>('Integration').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    state: t.exposeString('state', { description: 'CONNECTED or FAULTY' }),
    text: t.exposeString('text', { nullable: true, description: 'What is wrong, in words' }),
    lastUsedAt: t.exposeString('lastUsedAt', { nullable: true }),
  }),
})
const integrationsPage = builder
  .objectRef<{ erp: IntegrationView[]; signOn: IntegrationView[] }>('IntegrationsPage')
  .implement({
    description: 'What the company has connected, and its state',
    fields: (t) => ({
      erpIntegrations: t.field({ type: [integration], resolve: ({ erp }) => erp }),
      signOnIntegrations: t.field({ type: [integration], resolve: ({ signOn }) => signOn }),
    }),
  })
builder.queryField('integrationsPage', (t) =>
  t.field({ type: integrationsPage, resolve: resolveWith('query.integrationsPage', readIntegrations) }),
)
