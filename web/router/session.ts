import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { LostPage } from '../features/platform/shell/lost-page.tsx'
import { PageSpinner } from '../features/platform/shell/page-spinner.tsx'
import { page, rootRoute } from './base.ts'

// Without a session, and the portal of signed-in vendor users.

const loginRoute = page(rootRoute, '/login', () => import('../routes/login.tsx'))
const loginWithTokenRoute = page(rootRoute, '/login-with-token', () => import('../routes/login-with-token.tsx'))
const confirmEmailRoute = page(rootRoute, '/confirm-email', () => import('../routes/confirm-email.tsx'))
const vendorLoginRoute = page(rootRoute, '/v/login', () => import('../routes/v/login.tsx'))
const publicFormRoute = page(
  rootRoute,
  '/public/sourcing/$companyId/$categoryId',
  () => import('../routes/public/sourcing.tsx'),
)
const notFoundRoute = createRoute({ getParentRoute: () => rootRoute, path: '/404', component: LostPage })
const vendorRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'vendor',
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: async ({ location }) => (await import('../features/vendors/portal/gate.ts')).loadVendor(location),
  component: lazyRouteComponent(() => import('../features/vendors/portal/vendor-layout.tsx'), 'VendorLayout'),
})
const vendorHomeRoute = page(vendorRoute, '/v/home', () => import('../routes/v/home.tsx'))
const vendorSelectionRoute = page(
  vendorRoute,
  '/v/company-selection',
  () => import('../routes/v/company-selection.tsx'),
)

export const sessionRoutes = [
  loginRoute,
  loginWithTokenRoute,
  confirmEmailRoute,
  vendorLoginRoute,
  publicFormRoute,
  notFoundRoute,
  vendorRoute.addChildren([vendorHomeRoute, vendorSelectionRoute]),
] as const
