import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { createIntakeSubmissionThread } from './threads.ts'

builder.mutationField('createIntakeSubmissionThread', (t) =>
  t.field({
    type: idPayload,
    args: { intakeSubmissionId: t.arg.id({ required: true }), commentBody: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createIntakeSubmissionThread', createIntakeSubmissionThread),
  }),
)
