import { lazy, Suspense } from 'react'

const ConfirmDialogs = lazy(() =>
  import('./confirm-dialogs.tsx').then((module) => ({ default: module.ConfirmDialogs })),
)

/** Where the questions of `confirm` appear; its code comes after the first view. Once in each frame. */
export const ConfirmHost = () => (
  <Suspense fallback={null}>
    <ConfirmDialogs />
  </Suspense>
)
