import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { createWorkflow, renameWorkflow } from './operations.ts'

builder.mutationField('createIntakeWorkflow', (t) =>
  t.field({
    type: idPayload,
    args: { intakeCategoryId: t.arg.id({ required: true }), label: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createIntakeWorkflow', createWorkflow),
  }),
)
builder.mutationField('updateIntakeWorkflow', (t) =>
  t.field({
    type: idPayload,
    args: { id: t.arg.id({ required: true }), label: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.updateIntakeWorkflow', renameWorkflow),
  }),
)
