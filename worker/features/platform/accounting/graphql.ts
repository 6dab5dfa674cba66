import { BOOKS_SYSTEMS } from '../../../../schema/platform/accounting/books.ts'
import type { ConnectionView, SyncJob } from '../../../../schema/platform/accounting/endpoints.ts'
import { SYNC_JOB_STATES } from '../../../../schema/platform/accounting/endpoints.ts'
import { ACTUALS_STEPS, CONNECTION_STATES } from '../../../../schema/platform/accounting/values.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { connectNetsuite, deleteIntegration } from './connect.ts'
import { readActualsStep, readConnections, readSyncMetadata, readVendorsTableStep } from './steps.ts'
import { triggerSync } from './sync-jobs.ts'

const actualsStep = builder.enumType('ActualsStep', { values: ACTUALS_STEPS })

builder.queryField('actualsStep', (t) =>
  t.field({ type: actualsStep, resolve: resolveWith('query.actualsStep', readActualsStep) }),
)
builder.queryField('vendorsTableActualsStep', (t) =>
  t.field({
    type: actualsStep,
    description: 'For the table of vendors',
    resolve: resolveWith('query.vendorsTableActualsStep', readVendorsTableStep),
  }),
)

const jobState = builder.enumType('ErpSyncJobStatus', { values: SYNC_JOB_STATES })
const syncCount = builder.objectRef<SyncJob['counts'][number]>('SyncCount').implement({
  fields: (t) => ({
    what: t.exposeString('what'),
    count: t.exposeInt('count'),
    total: t.exposeInt('total', { nullable: true }),
  }),
})
const syncMetadata = builder.objectRef<SyncJob>('SyncMetadata').implement({
  description: 'A run that reads the accounting system',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.field({ type: jobState, resolve: (job) => job.status }),
    trigger: t.exposeString('trigger'),
    counts: t.field({ type: [syncCount], resolve: (job) => job.counts }),
    error: t.exposeString('error', { nullable: true }),
    createdAt: t.exposeString('createdAt'),
    startedAt: t.exposeString('startedAt', { nullable: true }),
    finishedAt: t.exposeString('finishedAt', { nullable: true }),
    retryAt: t.exposeString('retryAt', { nullable: true }),
  }),
})
builder.queryField('syncMetadata', (t) =>
  t.field({
    type: [syncMetadata],
    args: { count: t.arg.int({ required: true }), includeIncompleteSyncs: t.arg.boolean({ required: true }) },
    description: 'The newest runs of the current connection',
    resolve: resolveWith('query.syncMetadata', readSyncMetadata),
  }),
)

const system = builder.enumType('AccountingSystem', { values: BOOKS_SYSTEMS })
const connectionState = builder.enumType('AccountingConnectionState', { values: CONNECTION_STATES })
const mergeAccount = builder.objectRef<ConnectionView>('MergeAccount').implement({
  description: 'An account that the company has connected',
  fields: (t) => ({
    id: t.exposeID('id'),
    integrationType: t.field({ type: system, resolve: (account) => account.system }),
    name: t.exposeString('name'),
    accountId: t.exposeString('accountId'),
    currency: t.exposeString('currency'),
    state: t.field({ type: connectionState, resolve: (account) => account.state }),
    error: t.exposeString('error', { nullable: true }),
    connectedAt: t.exposeString('connectedAt'),
    disconnectedAt: t.exposeString('disconnectedAt', { nullable: true }),
  }),
})
builder.queryField('mergeAccounts', (t) =>
  t.field({ type: [mergeAccount], resolve: resolveWith('query.mergeAccounts', readConnections) }),
)

builder.mutationField('triggerErpSync', (t) =>
  t.field({
    type: idPayload,
    args: { companyId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.triggerErpSync', triggerSync),
  }),
)
builder.mutationField('upsertAccountingSystemToken', (t) =>
  t.field({
    type: idPayload,
    args: {
      consumerKey: t.arg.string({ required: true }),
      consumerSecret: t.arg.string({ required: true }),
      token: t.arg.string({ required: true }),
      tokenSecret: t.arg.string({ required: true }),
      realmId: t.arg.string({ required: true }),
      triggerAllTimeSync: t.arg.boolean(),
    },
    description: 'Connect NetSuite, or give the connection new tokens',
    resolve: resolveWith('mutation.upsertAccountingSystemToken', connectNetsuite),
  }),
)
builder.mutationField('deleteAccountingIntegration', (t) =>
  t.field({
    type: idPayload,
    args: { qboAuthTokenId: t.arg.id({ required: true, description: 'The id of the connection' }) },
    resolve: resolveWith('mutation.deleteAccountingIntegration', deleteIntegration),
  }),
)
