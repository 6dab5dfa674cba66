import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { builder, resolveWith } from '../../../transport/graphql/builder.ts'
import { namedType, optionType } from '../../../transport/graphql/shared-types.ts'
import { type MemberForm, readMemberForm } from './form.ts'

const memberType = builder.objectRef<Member>('Member').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    title: t.exposeString('title'),
    enabled: t.exposeBoolean('enabled'),
    receiveEmail: t.exposeBoolean('receiveEmail'),
    receiveSlack: t.exposeBoolean('receiveSlack'),
    version: t.exposeInt('version'),
    createdAt: t.exposeString('createdAt'),
    manager: t.field({ type: namedType, nullable: true, resolve: (member) => member.manager }),
    location: t.field({ type: namedType, nullable: true, resolve: (member) => member.location }),
    departments: t.field({ type: [namedType], resolve: (member) => member.departments }),
    businessUnits: t.field({ type: [namedType], resolve: (member) => member.businessUnits }),
    groups: t.field({ type: [namedType], resolve: (member) => member.groups }),
    entities: t.field({ type: [namedType], resolve: (member) => member.entities }),
    isSigner: t.exposeBoolean('isSigner'),
    approvesRequestsForDepartment: t.exposeBoolean('approvesRequestsForDepartment'),
    approvesRequestsForBusinessUnit: t.exposeBoolean('approvesRequestsForBusinessUnit'),
    isRequestCategoryOwner: t.exposeBoolean('isRequestCategoryOwner'),
    hasAdminAccess: t.exposeBoolean('hasAdminAccess'),
    hasSuperViewerAccess: t.exposeBoolean('hasSuperViewerAccess'),
    hasDepartmentAccess: t.exposeBoolean('hasDepartmentAccess'),
    hasDepartmentPayrollAccess: t.exposeBoolean('hasDepartmentPayrollAccess'),
    hasBusinessUnitAccess: t.exposeBoolean('hasBusinessUnitAccess'),
    hasBusinessUnitPayrollAccess: t.exposeBoolean('hasBusinessUnitPayrollAccess'),
    hasPaymentsAccess: t.exposeBoolean('hasPaymentsAccess'),
    hasVendorAdminAccess: t.exposeBoolean('hasVendorAdminAccess'),
    hasUserAdminAccess: t.exposeBoolean('hasUserAdminAccess'),
    hasFinancialAnalysisAccess: t.exposeBoolean('hasFinancialAnalysisAccess'),
    hasApprovalBypassAccess: t.exposeBoolean('hasApprovalBypassAccess'),
    hasSpendRequestAccess: t.exposeBoolean('hasSpendRequestAccess'),
    submitsSpendRequestsForOthers: t.exposeBoolean('submitsSpendRequestsForOthers'),
  }),
})

const formType = builder.objectRef<MemberForm>('MemberForm').implement({
  description: 'What the current person can set in the member form',
  fields: (t) => ({
    member: t.field({ type: memberType, nullable: true, resolve: (form) => form.member }),
    managers: t.field({ type: [optionType], resolve: (form) => form.managers }),
    departments: t.field({ type: [optionType], resolve: (form) => form.departments }),
    businessUnits: t.field({ type: [optionType], resolve: (form) => form.businessUnits }),
    groups: t.field({ type: [optionType], resolve: (form) => form.groups }),
    entities: t.field({ type: [optionType], resolve: (form) => form.entities }),
    locations: t.field({ type: [optionType], resolve: (form) => form.locations }),
    accessFlags: t.exposeStringList('accessFlags', { description: 'Access flags that can be granted and removed' }),
    mayChangeEmail: t.exposeBoolean('mayChangeEmail'),
    maySetSigner: t.exposeBoolean('maySetSigner'),
    refusal: t.exposeString('refusal', { nullable: true, description: 'Why nothing can be changed' }),
  }),
})

builder.queryFields((t) => ({
  memberForm: t.field({
    type: formType,
    args: { memberId: t.arg.id() },
    resolve: resolveWith('query.memberForm', readMemberForm),
  }),
}))
