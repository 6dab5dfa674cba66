import { createRouter } from '@tanstack/react-router'
import type { Access } from './features/platform/shell/access.ts'
import { LostPage } from './features/platform/shell/lost-page.tsx'
import { PageError } from './features/platform/shell/page-error.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { routeTree } from './routes.gen.ts'
import { PageSpinner } from './ui/page-spinner.tsx'

export const router = createRouter({
  routeTree,
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
