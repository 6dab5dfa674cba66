import { guard, page } from './base.ts'

// Requests (company flag enableIntakeRequests) and sourcing (enableSourcing).

const requestsGuard = guard('requests', 'RequestsGuard')
const requestsRoute = page(requestsGuard, '/intake-requests', () => import('../routes/intake-requests/index.tsx'))
const requestsOfCategoryRoute = page(
  requestsGuard,
  '/intake-requests/$intakeCategoryId',
  () => import('../routes/intake-requests/category.tsx'),
)
const newRequestRoute = page(requestsGuard, '/intake-requests/new', () => import('../routes/intake-requests/new.tsx'))
const newRequestInCategoryRoute = page(
  requestsGuard,
  '/intake-requests/$categoryId/new',
  () => import('../routes/intake-requests/new-in-category.tsx'),
)
const editRequestRoute = page(
  requestsGuard,
  '/intake-request/$categoryId/$intakeSubmissionId/edit',
  () => import('../routes/intake-request/edit.tsx'),
)
const duplicateRequestRoute = page(
  requestsGuard,
  '/intake-request/$categoryId/$intakeSubmissionId/duplicate',
  () => import('../routes/intake-request/duplicate.tsx'),
)
/** One route, so that switching tabs keeps the page with its focus, dialogs and live connection. */
const requestRoute = page(
  requestsGuard,
  '/intake-request/$intakeSubmissionId/{-$tab}',
  () => import('../routes/intake-request/index.tsx'),
)
const sourcingGuard = guard('sourcing', 'SourcingGuard')
const sourcingFormsRoute = page(sourcingGuard, '/sourcing/forms', () => import('../routes/sourcing/forms.tsx'))
const sourcingFormRoute = page(
  sourcingGuard,
  '/sourcing/forms/$intakeSubmissionId/{-$tab}',
  () => import('../routes/intake-request/index.tsx'),
)

export const requestRoutes = [
  requestsGuard.addChildren([
    requestsRoute,
    requestsOfCategoryRoute,
    newRequestRoute,
    newRequestInCategoryRoute,
    editRequestRoute,
    duplicateRequestRoute,
    requestRoute,
  ]),
  sourcingGuard.addChildren([sourcingFormsRoute, sourcingFormRoute]),
] as const
