import { lazy, Suspense } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import type { MemberMethodsProps } from './own/member-methods.tsx'

/** What is loaded with its own pages alone: the page to which providers send people back shares the rest. */

const Card = lazy(
  lateCode(() => import('./own/own-methods.tsx').then((module) => ({ default: module.OwnMethodsCard }))),
)

const OfMember = lazy(
  lateCode(() => import('./own/member-methods.tsx').then((module) => ({ default: module.MemberMethods }))),
)

export const MemberMethods = (props: MemberMethodsProps) => (
  <Suspense fallback={null}>
    <OfMember {...props} />
  </Suspense>
)

export const OwnMethodsCard = () => (
  <Suspense fallback={null}>
    <Card />
  </Suspense>
)
