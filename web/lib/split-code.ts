import { lazyFn, lazyRouteComponent } from '@tanstack/react-router'
import { pageCode } from './connection/chunk-error.ts'

// What the build puts in place of the router's own functions, see ../lean-routes.ts.

/** The component of a page, in a file of its own. */
export const splitPage = (load: () => Promise<{ component: () => React.ReactNode }>) =>
  lazyRouteComponent(pageCode(load), 'component')

/** What starts a page's data, in a file of its own. */
export const splitLoader = (load: () => Promise<{ loader: (context: never) => unknown }>) =>
  lazyFn(pageCode(load), 'loader')
