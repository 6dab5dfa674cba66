import { z } from 'zod'
import { APPROVAL_MODES } from '../../../../schema/platform/company/approval-modes.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { command } from '../../../core/operation.ts'

const MESSAGES = {
  EACH_LEVEL_GROUP: 'Approvers are asked level by level',
  ALL_AT_ONCE: 'All approvers are asked at once',
} as const

/**
 * When the approvers of a request are asked: level by level, or all at submission (specification 3 §7.6; decisions,
 * "Request approval mode"). Requests in progress keep the mode of their run. Throws NOT_FOUND for another company.
 */
export const setRequestApprovalMode = command({
  id: 'settings.set-request-approval-mode',
  access: 'approvals.configure',
  input: z.object({ companyId: id, mode: z.enum(APPROVAL_MODES) }),
  run: async (context, { companyId, mode }) => {
    const { db, actor } = context
    if (companyId !== actor.companyId) throw notFound('The company')
    const before = actor.company.requestApprovalMode
    return commit(context, {
      subject: 'The request approval mode',
      statements: [
        db.sql(
          `UPDATE companies SET request_approval_mode = ?1, version = version + 1
            WHERE id = ?2 AND request_approval_mode = ?3`,
          ...[mode, companyId, before],
        ),
        guardOneRow(db),
      ],
      audit:
        before === mode
          ? []
          : [
              {
                changeKey: `company:${companyId}:approval-mode:${context.newId()}`,
                action: 'company.request-approval-mode-changed',
                targetType: 'COMPANY',
                targetId: companyId,
                message: MESSAGES[mode],
                changeData: { before: { requestApprovalMode: before }, after: { requestApprovalMode: mode } },
              },
            ],
      result: { id: companyId },
    })
  },
})
