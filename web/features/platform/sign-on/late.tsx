import { lazy, Suspense } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'

/** What is loaded with its own pages alone: the page to which providers send people back shares the rest. */

const Card = lazy(
  lateCode(() => import('./own/own-methods.tsx').then((module) => ({ default: module.OwnMethodsCard }))),
)

export const OwnMethodsCard = () => (
  <Suspense fallback={null}>
    <Card />
  </Suspense>
)
