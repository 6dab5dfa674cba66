import type { EmailForwarding } from '../../../schema/documents/inbound-mail/endpoints.ts'
import { readEmailForwarding } from '../../features/documents/inbound-mail/read.ts'
import { builder, resolveWith } from './builder.ts'

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
