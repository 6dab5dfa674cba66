import { useQuery } from '@tanstack/react-query'
import { MOST_WAITING, type WaitingAge } from '../../../../schema/planning/pictures/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { BarRows } from '../../../ui/chart/bars.tsx'
import { waitingPictureQuery } from './api.ts'
import { Card } from './card.tsx'
import classes from './pictures.module.css'

const AGES: Record<WaitingAge, string> = {
  TODAY: 'Today',
  WEEK: '1 to 7 days',
  MONTH: '8 to 30 days',
  OLDER: 'Over 30 days',
}

/** More than a month is late, whatever the company's deadlines are. */
const TONES: Partial<Record<WaitingAge, 'warning'>> = { OLDER: 'warning' }

/** What waits for the person, by how long. Each opens the inbox at what has waited longest. */
export const WaitingForMe = () => {
  const { data, error, refetch } = useQuery(waitingPictureQuery)
  const count = data?.mine.ages.reduce((sum, age) => sum + age.count, 0) ?? 0
  if (data && count === 0) return null
  return (
    <Card
      title="Waiting for you, by age"
      isLoading={!data && !error}
      error={data ? null : error}
      onRetry={() => void refetch()}
      total={
        data && (
          <>
            <AppLink href={to('/inbox')} className="ol-link">
              {formatNumber(count)}
              {data.mine.isCut && '+'}
              <span className="ol-visually-hidden"> waiting for you</span>
            </AppLink>
            <span className={classes.of}>
              {data.mine.isCut ? `the ${MOST_WAITING} that have waited longest` : 'approvals and tasks'}
            </span>
          </>
        )
      }
    >
      {data && (
        <div className={classes.rows}>
          <BarRows
            label="What waits for you, by age"
            bars={data.mine.ages.map(({ age, count: size, first }) => ({
              ...{ key: age, name: AGES[age], size, title: `${AGES[age]}: ${formatNumber(size)}`, tone: TONES[age] },
              ...(first && { href: to('/inbox', {}, { open: `${first.targetType}.${first.id}` }) }),
            }))}
          />
        </div>
      )}
    </Card>
  )
}

/** Undecided requests of the company by category, for people who see all of them. */
export const OpenRequests = () => {
  const { data } = useQuery(waitingPictureQuery)
  if (!data?.open || data.open.total === 0) return null
  const { categories, total } = data.open
  const shown = categories.reduce((sum, { count }) => sum + count, 0)
  const openIn = (intakeCategoryId?: string) =>
    to('/intake-requests', {}, { status: 'PENDING', ...(intakeCategoryId && { intakeCategoryId }) })
  return (
    <Card
      title="Open requests by category"
      isLoading={false}
      total={
        <>
          <AppLink href={openIn()} className="ol-link">
            {formatNumber(total)}
            <span className="ol-visually-hidden"> open requests</span>
          </AppLink>
          <span className={classes.of}>wait for a decision</span>
        </>
      }
      note={
        total > shown ? (
          <p className={classes.note}>{formatNumber(total - shown)} more in other categories.</p>
        ) : undefined
      }
    >
      <div className={classes.rows}>
        <BarRows
          label="Open requests by category"
          bars={categories.map(({ id, name, count: size }) => ({
            ...{ key: id, name, size, title: `${name}: ${formatNumber(size)}`, href: openIn(id) },
          }))}
        />
      </div>
    </Card>
  )
}
