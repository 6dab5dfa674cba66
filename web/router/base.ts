import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadStaff } from '../features/platform/session/gate.ts'
import type * as Guards from '../features/platform/shell/guards.tsx'
import { PageSpinner } from '../features/platform/shell/page-spinner.tsx'
import { pageCode } from '../lib/chunk-error.ts'

/** Each page reads search parameters through its own schema (lib/search-params.ts). */
export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: Outlet,
})

/** A screen in its own chunk: the file's `Page`. */
export const page = <Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<{ Page: () => ReactNode }>,
) => createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(pageCode(load), 'Page') })

/** A signed-in company user, inside the frame. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: ({ location }) => loadStaff(location),
  component: lazyRouteComponent(
    pageCode(() => import('../features/platform/shell/staff-layout.tsx')),
    'StaffLayout',
  ),
})

/** Only for people that a guard of the frame admits. */
export const guard = <const Id extends string>(id: Id, name: keyof typeof Guards) =>
  createRoute({
    getParentRoute: () => staffRoute,
    id,
    component: lazyRouteComponent(
      pageCode(() => import('../features/platform/shell/guards.tsx')),
      name,
    ),
  })
