import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'

const SET_REQUEST_APPROVAL_MODE = graphql(
  'mutation SetRequestApprovalMode($companyId: ID!, $mode: RequestApprovalMode!) { setRequestApprovalMode(companyId: $companyId, mode: $mode) { id } }',
)

export const setRequestApprovalMode = (companyId: string, mode: ApprovalMode, commandId: string) =>
  runGraphql(SET_REQUEST_APPROVAL_MODE, { companyId, mode }, { commandId })
