import { createRouter } from '@tanstack/react-router'
import { type Access, LostPage, PageError } from './features/platform/shell/index.ts'
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
