import { queryOptions } from '@tanstack/react-query'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { getCompanySettings, updateCompanySettings } from '../../../../schema/platform/company/endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

const SET_REQUEST_APPROVAL_MODE = graphql(
  'mutation SetRequestApprovalMode($companyId: ID!, $mode: RequestApprovalMode!) { setRequestApprovalMode(companyId: $companyId, mode: $mode) { id } }',
)

export const setRequestApprovalMode = (companyId: string, mode: ApprovalMode, commandId: string) =>
  runGraphql(SET_REQUEST_APPROVAL_MODE, { companyId, mode }, { commandId })

export const companySettingsQuery = queryOptions({
  queryKey: ['company-settings'],
  queryFn: ({ signal }) => call(getCompanySettings, { signal }),
})

export const saveCompanySettings = (body: BodyOf<typeof updateCompanySettings>, commandId: string) =>
  call(updateCompanySettings, { body, commandId })
