import { createRoute } from '@tanstack/react-router'
import { NotFound } from '../ui/states.tsx'
import { guard } from './base.ts'

// Pages of a company that has payments. Behind the gatekeeper an address without a page is not found, as ever.

const paymentsGuard = guard('payments', 'PaymentsGuard')
const onboardedGuard = guard('payments-onboarded', 'OnboardedPaymentsGuard')

/** Their addresses are no links of the app: so they need no place in the router's types. */
const pagelessOf = (parent: typeof paymentsGuard | typeof onboardedGuard, ...paths: string[]) =>
  paths.map((path) => createRoute({ getParentRoute: () => parent, path, component: NotFound })) as never[]

export const paymentsRoutes = [
  paymentsGuard.addChildren(pagelessOf(paymentsGuard, '/payments/$', '/settings/payments/$')),
  onboardedGuard.addChildren(
    pagelessOf(onboardedGuard, '/payments/transactions', '/payments/bill-payments/$billPaymentId'),
  ),
] as const
