import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { type Access, LostPage, PageError } from './features/platform/shell/index.ts'
import { pageCode } from './lib/connection/chunk-error.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { Route as RootRoute } from './routes/__root.tsx'
import { Route as HomeRoute } from './routes/_staff/index.tsx'
import { Route as StaffRoute } from './routes/_staff.tsx'
import { Route as LoginRoute } from './routes/login.tsx'
import { Route as LoginWithTokenRoute } from './routes/login-with-token.tsx'
import { Route as VendorLoginRoute } from './routes/v/login.tsx'
import type { routeTree } from './routes.gen.ts'
import { PageSpinner } from './ui/page-spinner.tsx'

const inRoot = { getParentRoute: () => RootRoute } as const

/** Every other page. Opening one adds all routes, and then opens it again by its own. */
const OtherRoute = createRoute({
  ...inRoot,
  path: '$',
  staticData: { access: 'everyone' },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: async ({ location }) => {
    await addAllRoutes()
    throw redirect({ href: location.href, replace: true })
  },
})

/** The sign-in and Home, which most people open first. The routes of all pages would be a tenth of their first load. */
const firstRoutes = RootRoute.addChildren([
  StaffRoute.update({ ...inRoot, id: '/_staff' } as never).addChildren([
    HomeRoute.update({ id: '/', path: '/', getParentRoute: () => StaffRoute } as never),
  ]),
  LoginRoute.update({ ...inRoot, id: '/login', path: '/login' } as never),
  LoginWithTokenRoute.update({ ...inRoot, id: '/login-with-token', path: '/login-with-token' } as never),
  VendorLoginRoute.update({ ...inRoot, id: '/v/login', path: '/v/login' } as never),
  OtherRoute,
])

export const router = createRouter({
  routeTree: firstRoutes as unknown as typeof routeTree,
  parseSearch,
  stringifySearch,
  // What a loader starts is kept by the query client, which decides how long (lib/read-ahead.ts).
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultStaleTime: 0,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: LostPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    access: Access
  }
}

const loadAllRoutes = pageCode(() => import('./routes.gen.ts'))
let added: Promise<void> | undefined

/**
 * Makes the routes of all pages known. What is open stays open, because the first routes are among them.
 * @throws NetworkError if they can't be loaded. The next call tries again.
 */
export const addAllRoutes = (): Promise<void> => {
  added ??= loadAllRoutes().then(
    () => {
      router.setRoutes(router.buildRouteTree())
      // The route that waits is shown until the page has its own.
      Object.assign(router.routesById, { [OtherRoute.id]: OtherRoute })
    },
    (error: unknown) => {
      added = undefined
      throw error
    },
  )
  return added
}
