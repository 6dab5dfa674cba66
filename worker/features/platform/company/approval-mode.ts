import { z } from 'zod'
import { requestApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { id } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { command } from '../../../core/operation.ts'
import { changeCompany } from './change.ts'

/**
 * When the approvers of a request are asked: level by level, or all at submission (specification 3 §7.6; decisions,
 * "Request approval mode"). Requests in progress keep the mode of their run. Throws NOT_FOUND for another company.
 */
export const setRequestApprovalMode = command({
  id: 'settings.set-request-approval-mode',
  access: 'approvals.configure',
  input: z.object({ companyId: id, mode: requestApprovalMode }),
  run: async (context, { companyId, mode }) => {
    if (companyId !== context.actor.companyId) throw notFound('The company')
    const { id: changedId } = await changeCompany(context, { requestApprovalMode: mode })
    return { id: changedId }
  },
})
