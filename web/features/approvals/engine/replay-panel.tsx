import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  END_BEFORE_START,
  type LinkedReplay,
  MOST_REPLAYED,
  type ReplayPeriod,
} from '../../../../schema/approvals/backtest/replay.ts'
import { readAddress } from '../../../lib/address.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { BacktestResult, type BacktestResultProps } from './backtest-result.tsx'
import classes from './replay.module.css'

interface ReplayPanelProps {
  /** "requests in this category" */
  what: string
  noun: BacktestResultProps['noun']
  hasProblems: boolean
  isPending: boolean
  error: unknown
  /** Whether the rules have changed since the result. */
  isOutdated: boolean
  result: (Omit<BacktestResultProps, 'noun' | 'empty' | 'also'> & { hoursAdded: number | null }) | undefined
  run: (period: ReplayPeriod) => void
}

const hours = (count: number): string => {
  const shown = Math.abs(count).toLocaleString('en-US', { maximumFractionDigits: 1 })
  return `${shown} ${shown === '1' ? 'hour' : 'hours'}`
}

/** How much longer or shorter approvals would take, by how long the same people took. */
const hoursText = (added: number | null, noun: string): string => {
  if (added === null) return `No one has decided on a ${noun} in that period, so the time can’t be estimated.`
  if (added === 0) return 'Approvals would take about as long.'
  return `Approvals would take about ${hours(added)} ${added > 0 ? 'longer' : 'less'} in total.`
}

/** "about 3 hours longer", for one request. */
export const hoursNote = (added: number | null): string =>
  added ? `about ${hours(added)} ${added > 0 ? 'longer' : 'less'}` : ''

const periodOf = (from: string | null, until: string | null): ReplayPeriod => ({
  ...(from && { from }),
  ...(until && { until }),
})

/** Past requests of a period planned again with the draft: who gains or loses an approval, and the hours. */
export const ReplayPanel = (props: ReplayPanelProps): ReactNode => {
  const { what, noun, hasProblems, isPending, error, isOutdated, result, run } = props
  const [from, setFrom] = useState<string | null>(null)
  const [until, setUntil] = useState<string | null>(null)
  const isBackwards = from !== null && until !== null && from > until
  const start = (): void => run(periodOf(from, until))
  return (
    <div className={classes.panel}>
      <div className={classes.form}>
        <p className={classes.hint}>
          Tests past {what} against the saved rules and this draft: the newest {MOST_REPLAYED} of the period. Nothing
          changes and no one is notified.
        </p>
        <div className={classes.period}>
          <CalendarDateField label="Submitted from" value={from} onChange={setFrom} />
          <CalendarDateField
            label="Submitted until"
            value={until}
            error={isBackwards ? END_BEFORE_START : undefined}
            onChange={setUntil}
          />
        </div>
        <div>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            loading={isPending}
            disabled={hasProblems || isBackwards}
            onClick={start}
          >
            {result ? 'Run again' : `Test past ${noun}s`}
          </Button>
        </div>
        {hasProblems && <p className={classes.hint}>Fix the rules first.</p>}
        {isOutdated && <p className={classes.hint}>The rules changed since these {noun}s were tested.</p>}
      </div>
      {error !== null && error !== undefined && <ErrorState error={error} onRetry={start} compact />}
      {result && !isPending && (
        <BacktestResult
          looked={result.looked}
          people={result.people}
          requests={result.requests}
          noun={noun}
          also={result.requests.length > 0 ? hoursText(result.hoursAdded, noun) : ''}
          empty={{
            title: `No ${noun}s in that period`,
            text: `Choose other dates to test these rules on past ${noun}s.`,
          }}
        />
      )}
    </div>
  )
}

interface LinkedReplayPanelProps extends Omit<ReplayPanelProps, 'result'> {
  result:
    | { looked: number; hoursAdded: number | null; people: BacktestResultProps['people']; requests: LinkedReplay[] }
    | undefined
}

/** The same for requests of any kind. */
export const LinkedReplayPanel = ({ result, ...props }: LinkedReplayPanelProps): ReactNode => (
  <ReplayPanel
    {...props}
    result={
      result && {
        ...result,
        requests: result.requests.map(({ href, hoursAdded, ...request }) => ({
          ...request,
          href: readAddress(href),
          note: hoursNote(hoursAdded),
        })),
      }
    }
  />
)
