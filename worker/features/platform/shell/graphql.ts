import { COMPANY_FLAGS, type CompanyFlag, LOCAL_FLAGS, type LocalFlag } from '../../../../schema/shared/permissions.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { namedType } from '../../../transport/graphql/shared-types.ts'
import { readApplicationConfiguration, readPaymentsGatekeeper } from './operations.ts'

const companyFlags = builder.objectRef<Record<CompanyFlag, boolean>>('CompanyFlags').implement({
  fields: (t) =>
    Object.fromEntries(COMPANY_FLAGS.map((flag) => [flag, t.boolean({ resolve: (flags) => flags[flag] })])),
})

const localFlags = builder.objectRef<Record<LocalFlag, boolean>>('LocalFlags').implement({
  description: 'What this installation has switched on for itself',
  fields: (t) => Object.fromEntries(LOCAL_FLAGS.map((flag) => [flag, t.boolean({ resolve: (flags) => flags[flag] })])),
})

type Configuration = Awaited<ReturnType<typeof readApplicationConfiguration.run>>
const erpIntegration = builder.objectRef<Configuration['erpIntegrations'][number]>('ErpIntegration').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    integrationType: t.exposeString('integrationType', { description: 'NETSUITE, QUICKBOOKS or a custom sync' }),
    erpEntities: t.field({ type: [namedType], resolve: (integration) => [...integration.erpEntities] }),
  }),
})
const applicationConfiguration = builder.objectRef<Configuration>('ApplicationConfiguration').implement({
  description: 'What the application is set up with for this company (specification 1 §3)',
  fields: (t) => ({
    applicationHostname: t.exposeString('applicationHostname'),
    emailInboundDomain: t.exposeString('emailInboundDomain', { nullable: true }),
    requestApprovalMode: t.exposeString('requestApprovalMode'),
    companyTimeZone: t.exposeString('companyTimeZone', { description: 'Whose day is the date of what is posted' }),
    submitsSpendRequestsForOthers: t.exposeBoolean('submitsSpendRequestsForOthers'),
    hasErpClassifications: t.exposeBoolean('hasErpClassifications'),
    taxCodesEnabled: t.exposeBoolean('taxCodesEnabled'),
    actualsStep: t.exposeString('actualsStep', { description: 'Where the wizard of the accounting system is' }),
    erpIntegrations: t.field({
      type: [erpIntegration],
      resolve: (configuration) => configuration.erpIntegrations,
    }),
    hasSpendRules: t.exposeBoolean('hasSpendRules'),
    hasSpendCategories: t.exposeBoolean('hasSpendCategories'),
    companyFlags: t.field({ type: companyFlags, resolve: (configuration) => configuration.companyFlags }),
    localFlags: t.field({ type: localFlags, resolve: (configuration) => configuration.localFlags }),
  }),
})
builder.queryField('applicationConfiguration', (t) =>
  t.field({
    type: applicationConfiguration,
    resolve: resolveWith('query.applicationConfiguration', readApplicationConfiguration),
  }),
)

const paymentsGatekeeper = builder
  .objectRef<{ paymentsEnabled: boolean; paymentsOnboarded: boolean }>('PaymentsGatekeeper')
  .implement({
    fields: (t) => ({
      paymentsEnabled: t.exposeBoolean('paymentsEnabled'),
      paymentsOnboarded: t.exposeBoolean('paymentsOnboarded'),
    }),
  })
builder.queryField('paymentsGatekeeper', (t) =>
  t.field({ type: paymentsGatekeeper, resolve: resolveWith('query.paymentsGatekeeper', readPaymentsGatekeeper) }),
)
