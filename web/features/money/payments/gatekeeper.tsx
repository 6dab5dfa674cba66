import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { GoTo } from '../../../ui/go-to.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState, Forbidden, NotFound } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import { PAYMENTS_ONBOARDING, type PaymentsNeed, paymentsVerdict } from './gate.ts'

const GATEKEEPER = graphql(`query PaymentsGatekeeper { paymentsGatekeeper { paymentsEnabled paymentsOnboarded } }`)

/** Shows payments pages only to companies that have reached that state, checked each time. */
export const PaymentsGatekeeper = ({ need, children }: { need: PaymentsNeed; children: ReactNode }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'gatekeeper'],
    queryFn: async ({ signal }) => (await runGraphql(GATEKEEPER, {}, { signal, quiet: true })).paymentsGatekeeper,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const verdict = paymentsVerdict(data, need)
  if (verdict === 'WAIT') return <PageSpinner />
  if (verdict === 'NOT_FOUND') return <NotFound />
  return verdict === 'ONBOARDING' ? <GoTo href={PAYMENTS_ONBOARDING} /> : children
}

const Unknown = () => (useCan()('payments.use') ? <NotFound /> : <Forbidden />)

/** Any address of payments. Unknown ones behind the gatekeeper are not found, as usual. */
export const PaymentsPage = () => (
  <PaymentsGatekeeper need="ENABLED">
    <Unknown />
  </PaymentsGatekeeper>
)

/** Pages that show or make payments. */
export const OnboardedPaymentsPage = ({ children }: { children: ReactNode }) => (
  <PaymentsGatekeeper need="ONBOARDED">
    <Admitted>{children}</Admitted>
  </PaymentsGatekeeper>
)

const Admitted = ({ children }: { children: ReactNode }) => (useCan()('payments.use') ? children : <Forbidden />)
