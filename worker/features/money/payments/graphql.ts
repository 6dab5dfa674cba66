import './graphql-bill-payments.ts'
import './graphql-details.ts'
import './graphql-vendor-payments.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { createPaymentsAccount } from './account.ts'

const createdAccount = builder
  .objectRef<{ id: string; onboardingUrl: string | null }>('CreatedPaymentsAccount')
  .implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      onboardingUrl: t.exposeString('onboardingUrl', {
        nullable: true,
        description: 'Where the company tells the payment provider about itself. Null once it is done',
      }),
    }),
  })
builder.mutationField('createPaymentsAccount', (t) =>
  t.field({ type: createdAccount, resolve: resolveWith('mutation.createPaymentsAccount', createPaymentsAccount) }),
)
