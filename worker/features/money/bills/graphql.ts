import './subject.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { createBillThread } from './discussion.ts'

/** GraphQL fields of bills (specification 3 §7.6). */

builder.mutationFields((t) => ({
  createBillThread: t.field({
    type: idPayload,
    args: { billId: t.arg.id({ required: true }), commentBody: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createBillThread', createBillThread),
  }),
}))
