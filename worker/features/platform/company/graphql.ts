import { APPROVAL_MODES } from '../../../../schema/platform/company/approval-modes.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { idPayload } from '../../../transport/graphql/shared-types.ts'
import { setRequestApprovalMode } from './approval-mode.ts'

const requestApprovalMode = builder.enumType('RequestApprovalMode', {
  description: 'When approvers are notified: level by level, or all at submission',
  values: APPROVAL_MODES,
})

builder.mutationFields((t) => ({
  setRequestApprovalMode: t.field({
    type: idPayload,
    args: {
      companyId: t.arg.id({ required: true }),
      mode: t.arg({ type: requestApprovalMode, required: true }),
    },
    resolve: resolveWith('mutation.setRequestApprovalMode', setRequestApprovalMode),
  }),
}))
