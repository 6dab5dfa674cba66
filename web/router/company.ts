import { guard, page } from './base.ts'

// Settings › Company and Members.

const settingsGuard = guard('settings-company', 'SettingsGuard')
const groupsRoute = page(
  settingsGuard,
  '/settings/manage-groups',
  () => import('../routes/settings/company/groups.tsx'),
)
const groupRoute = page(
  settingsGuard,
  '/settings/manage-groups/$groupId',
  () => import('../routes/settings/company/group.tsx'),
)
const departmentsRoute = page(
  settingsGuard,
  '/settings/manage-departments',
  () => import('../routes/settings/company/departments.tsx'),
)
const departmentRoute = page(
  settingsGuard,
  '/settings/manage-departments/$departmentId',
  () => import('../routes/settings/company/department.tsx'),
)
const locationsRoute = page(
  settingsGuard,
  '/settings/locations',
  () => import('../routes/settings/company/locations.tsx'),
)
const spendCategoriesRoute = page(
  settingsGuard,
  '/settings/spend-categories',
  () => import('../routes/settings/company/spend-categories.tsx'),
)
const revenueCategoriesRoute = page(
  settingsGuard,
  '/settings/revenue-categories',
  () => import('../routes/settings/company/revenue-categories.tsx'),
)
const emailForwardingRoute = page(
  settingsGuard,
  '/settings/email-forwarding',
  () => import('../routes/settings/email-forwarding.tsx'),
)
const matricesRoute = page(
  settingsGuard,
  '/settings/manage-approver-matrix',
  () => import('../routes/settings/approver-matrix/index.tsx'),
)
const matrixRoute = page(
  settingsGuard,
  '/settings/manage-approver-matrix/$approverMatrixId',
  () => import('../routes/settings/approver-matrix/matrix.tsx'),
)
const membersGuard = guard('settings-members', 'MembersGuard')
const membersRoute = page(membersGuard, '/settings/members', () => import('../routes/settings/members/index.tsx'))
const memberRoute = page(
  membersGuard,
  '/settings/members/$memberId',
  () => import('../routes/settings/members/member.tsx'),
)
const editMemberRoute = page(
  membersGuard,
  '/settings/members/$memberId/edit',
  () => import('../routes/settings/members/edit.tsx'),
)
const businessUnitsGuard = guard('business-units', 'BusinessUnitsGuard')
const businessUnitsRoute = page(
  businessUnitsGuard,
  '/settings/manage-business-units',
  () => import('../routes/settings/company/business-units.tsx'),
)
const businessUnitRoute = page(
  businessUnitsGuard,
  '/settings/manage-business-units/$businessUnitId',
  () => import('../routes/settings/company/business-unit.tsx'),
)
const entitiesGuard = guard('entities', 'EntitiesGuard')
const entitiesRoute = page(
  entitiesGuard,
  '/settings/manage-entities',
  () => import('../routes/settings/company/entities.tsx'),
)

export const companyRoutes = [
  membersGuard.addChildren([membersRoute, memberRoute, editMemberRoute]),
  settingsGuard.addChildren([
    groupsRoute,
    groupRoute,
    departmentsRoute,
    departmentRoute,
    locationsRoute,
    spendCategoriesRoute,
    revenueCategoriesRoute,
    emailForwardingRoute,
    matricesRoute,
    matrixRoute,
  ]),
  businessUnitsGuard.addChildren([businessUnitsRoute, businessUnitRoute]),
  entitiesGuard.addChildren([entitiesRoute]),
] as const
