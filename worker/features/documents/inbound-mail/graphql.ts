import type { EmailForwarding } from '../../../../schema/documents/inbound-mail/endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { readEmailForwarding } from './read.ts'

const emailForwarding = builder.objectRef<EmailForwarding>('EmailForwarding').implement({
  description: 'The address where the company receives documents by email',
  fields: (t) => ({
    inboundDomain: t.exposeString('inboundDomain', { nullable: true }),
    companyShortName: t.exposeString('companyShortName'),
    companyAddress: t.exposeString('companyAddress', { nullable: true }),
    forwardsConfirmations: t.exposeBoolean('forwardsConfirmations'),
    makesPdfOfBody: t.exposeBoolean('makesPdfOfBody'),
  }),
})

builder.queryField('emailForwarding', (t) =>
  t.field({ type: emailForwarding, resolve: resolveWith('query.emailForwarding', readEmailForwarding) }),
)
