import { createRoute } from '@tanstack/react-router'
import { guard, page } from './base.ts'

const configurationGuard = guard('request-configuration', 'RequestConfigurationGuard')
const categoriesRoute = page(
  configurationGuard,
  '/settings/intake-categories',
  () => import('../routes/settings/intake-categories/index.tsx'),
)
const categoryRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId',
  () => import('../routes/settings/intake-categories/category.tsx'),
)
const categoryFormRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/form',
  () => import('../routes/settings/intake-categories/form.tsx'),
)
const workflowsRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/workflows',
  () => import('../routes/settings/intake-categories/workflows.tsx'),
)
const advancedRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/advanced',
  () => import('../routes/settings/intake-categories/advanced.tsx'),
)
const workflowRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/workflows/$workflowId',
  () => import('../routes/settings/intake-categories/workflow.tsx'),
)

const sourcingSettingsGuard = guard('settings-sourcing', 'SourcingSettingsGuard')
const vendorFormsGuard = guard('settings-vendor-forms', 'VendorFormsGuard')

// The same pages for sourcing forms and vendor forms. Each takes its kind from the address.

const categoryPages = [
  ['', categoryRoute],
  ['/form', categoryFormRoute],
  ['/workflows', workflowsRoute],
  ['/workflows/$workflowId', workflowRoute],
  ['/advanced', advancedRoute],
] as const

/** Their addresses are built from the kind's, never written out, so the router's types don't need them. */
const pagesOf = (guard: typeof sourcingSettingsGuard | typeof vendorFormsGuard, list: string, base: string) =>
  [
    [list, categoriesRoute] as const,
    ...categoryPages.map(([tail, like]) => [`${base}/$categoryId${tail}`, like] as const),
  ].map(([path, like]) =>
    createRoute({ getParentRoute: () => guard, path, component: like.options.component }),
  ) as never[]

export const configurationRoutes = [
  configurationGuard.addChildren([
    categoriesRoute,
    categoryRoute,
    categoryFormRoute,
    workflowsRoute,
    advancedRoute,
    workflowRoute,
  ]),
  sourcingSettingsGuard.addChildren(
    pagesOf(sourcingSettingsGuard, '/settings/sourcing', '/settings/sourcing-categories'),
  ),
  vendorFormsGuard.addChildren(
    pagesOf(vendorFormsGuard, '/settings/vendor-intake-categories', '/settings/vendor-intake-categories'),
  ),
] as const
