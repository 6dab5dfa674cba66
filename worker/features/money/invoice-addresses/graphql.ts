import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { setEntityAddress } from './addresses.ts'

builder.mutationField('setErpEntityEmail', (t) =>
  t.field({
    type: idPayload,
    description: 'Gives an entity of the accounting system an address for its invoices, or none for an empty name',
    args: { erpEntityId: t.arg.id({ required: true }), emailShortName: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.setErpEntityEmail', setEntityAddress),
  }),
)
