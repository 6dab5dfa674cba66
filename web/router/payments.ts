import { createRoute } from '@tanstack/react-router'
import { NotFound } from '../ui/states.tsx'
import { guard } from './base.ts'

// Pages of a company that has payments. Unknown addresses behind the gatekeeper are not found, as usual.

const paymentsGuard = guard('payments', 'PaymentsGuard')
const onboardedGuard = guard('payments-onboarded', 'OnboardedPaymentsGuard')

/** Their addresses aren't links in the app, so the router's types don't need them. */
const pagelessOf = (parent: typeof paymentsGuard | typeof onboardedGuard, ...paths: string[]) =>
  paths.map((path) => createRoute({ getParentRoute: () => parent, path, component: NotFound })) as never[]

export const paymentsRoutes = [
  paymentsGuard.addChildren(pagelessOf(paymentsGuard, '/payments/$', '/settings/payments/$')),
  onboardedGuard.addChildren(
    pagelessOf(onboardedGuard, '/payments/transactions', '/payments/bill-payments/$billPaymentId'),
  ),
] as const
