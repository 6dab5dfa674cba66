import { Button, Skeleton } from '@mantine/core'
import { to } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { requestState, StatusBadge } from '../../../../ui/status-badge.tsx'
import { useCan } from '../../../platform/session/index.ts'
import { detailsClasses as classes } from '../../../requests/submissions/index.ts'
import { spendHref } from '../address.ts'
import { useSpendOfRequest } from '../api.ts'
import { LinesTable } from '../lines-table.tsx'
import own from '../spend.module.css'

interface SpendRequestOfRequestProps {
  submission: { id: string; vendors: readonly { id: string }[] }
}

/** The spend request that a request led to, or the way to file it. */
export const SpendRequestOfRequest = ({ submission }: SpendRequestOfRequestProps) => {
  const { data, error, refetch } = useSpendOfRequest(submission.id)
  const can = useCan()
  const [vendor] = submission.vendors
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={160} radius="lg" />
  if (data === null) {
    const search = { intakeSubmissionId: submission.id, ...(vendor && { vendorId: vendor.id }) }
    return (
      <EmptyState
        compact
        title="No spend request yet"
        text="A spend request has the amounts by line, and is approved by the spend rules."
        action={
          can('spend-requests.use') && (
            <Button component={AppLink} href={to('/spend-requests/add-new', {}, search)}>
              New spend request
            </Button>
          )
        }
      />
    )
  }
  return (
    <section className={classes.card} aria-label="Spend request">
      <div className={own.cardHead}>
        <h2 className={classes.cardTitle}>
          <AppLink className="ol-link" href={spendHref(data.id)}>
            {data.displayName}
          </AppLink>
        </h2>
        <StatusBadge {...requestState(data)} />
      </div>
      <p className={classes.summary}>
        <span>{data.readableId}</span>
        <MoneyText money={data.estimatedCost} />
        {data.amortizedCost.value !== data.estimatedCost.value && (
          <span>
            <MoneyText money={data.amortizedCost} /> a month
          </span>
        )}
      </p>
      <LinesTable version={data} />
    </section>
  )
}
