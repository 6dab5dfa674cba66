import { createRouter } from '@tanstack/react-router'
import { LostPage } from './features/platform/shell/lost-page.tsx'
import { PageError } from './features/platform/shell/page-error.tsx'
import { PageSpinner } from './features/platform/shell/page-spinner.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { page, rootRoute, staffRoute } from './router/base.ts'
import { companyRoutes } from './router/company.ts'
import { paymentsRoutes } from './router/payments.ts'
import { configurationRoutes } from './router/request-configuration.ts'
import { requestRoutes } from './router/requests.ts'
import { sessionRoutes } from './router/session.ts'
import { settingsRoutes } from './router/settings.ts'
import { vendorRoutes } from './router/vendors.ts'

const homeRoute = page(staffRoute, '/', () => import('./routes/home.tsx'))

/** Every page of the app, by area. Each page is a separate chunk. */
const routeTree = rootRoute.addChildren([
  ...sessionRoutes,
  staffRoute.addChildren([
    homeRoute,
    ...settingsRoutes,
    ...vendorRoutes,
    ...requestRoutes,
    ...companyRoutes,
    ...configurationRoutes,
    ...paymentsRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: LostPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
