import { Anchor } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Charted } from '../../../../schema/planning/transactions/endpoints.ts'
import { monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { to, useGo } from '../../../lib/address.ts'
import { todayIn } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Section } from '../../../ui/details.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { useCan } from '../../platform/session/index.ts'
import type { AskedFilters } from './api.ts'
import { Summary } from './summary.tsx'

const MONTHS = 12
const TITLES = { expense: 'Expenses, last 12 months', revenue: 'Revenue, last 12 months' } as const
type Type = keyof typeof TITLES

/** What the company spent, or earned, in the last twelve months according to its books. Bars open the lines behind them. */
const TotalsOf = ({ type }: { type: Type }) => {
  const go = useGo()
  const [by, setBy] = useState<Charted>('month')
  const last = monthOf(todayIn())
  const filters = useMemo(
    (): AskedFilters => ({ type, startYearMonth: shiftMonth(last, 1 - MONTHS), endYearMonth: last }),
    [type, last],
  )
  const list = (patch: Record<string, unknown> = {}) =>
    to('/budget-tracking/actuals/transactions', {}, { ...(type === 'revenue' && { type }), ...patch })
  return (
    <Section
      id={type}
      title={TITLES[type]}
      aside={
        <Anchor component={AppLink} href={list()} size="sm">
          Show {type === 'revenue' ? 'revenue' : 'expenses'}
        </Anchor>
      }
    >
      <Summary
        label={`${TITLES[type]}, totals`}
        filters={filters}
        by={by}
        onBy={setBy}
        onFilter={(patch) => go.to(list(patch))}
      />
    </Section>
  )
}

export const ActualTotals = () =>
  useCan()('transactions.read') ? (
    <InOrder>
      <TotalsOf type="expense" />
      <TotalsOf type="revenue" />
    </InOrder>
  ) : null
