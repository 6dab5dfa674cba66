import { lazy, Suspense } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'

/** What is loaded with its own pages alone, and not ahead: the host of the dialog is on every page. */

const Cards = lazy(lateCode(() => import('./factor-cards.tsx').then((module) => ({ default: module.FactorCards }))))
const SettingsCard = lazy(
  lateCode(() => import('./factor-settings.tsx').then((module) => ({ default: module.FactorSettingsCard }))),
)

export const FactorCards = () => (
  <Suspense fallback={null}>
    <Cards />
  </Suspense>
)

export const FactorSettingsCard = () => (
  <Suspense fallback={null}>
    <SettingsCard />
  </Suspense>
)
