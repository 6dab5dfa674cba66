import { lazy, Suspense } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import type { MemberFactorsProps } from './member-factors.tsx'

/** What is loaded with its own pages alone, and not ahead: the host of the dialog is on every page. */

const Cards = lazy(lateCode(() => import('./factor-cards.tsx').then((module) => ({ default: module.FactorCards }))))
const OfMember = lazy(
  lateCode(() => import('./member-factors.tsx').then((module) => ({ default: module.MemberFactors }))),
)
const SettingsCard = lazy(
  lateCode(() => import('./factor-settings.tsx').then((module) => ({ default: module.FactorSettingsCard }))),
)

const Page = lazy(lateCode(() => import('./factor-page.tsx').then((module) => ({ default: module.FactorPage }))))

export const FactorPage = () => (
  <Suspense fallback={null}>
    <Page />
  </Suspense>
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

export const MemberFactors = (props: MemberFactorsProps) => (
  <Suspense fallback={null}>
    <OfMember {...props} />
  </Suspense>
)
