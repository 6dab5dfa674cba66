import { Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listHolidays } from '../../../../schema/platform/business-hours/endpoints.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { call } from '../../../lib/rest.ts'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './business-hours.module.css'

interface CountryHolidaysProps {
  country: string
  /** Names of those on which the company works. */
  worked: readonly string[]
  onChange: (worked: string[]) => void
}

/** Each holiday of a country with its next day, and whether the company is off. */
export const CountryHolidays = ({ country, worked, onChange }: CountryHolidaysProps) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['holidays', country],
    queryFn: ({ signal }) => call(listHolidays, { query: { country }, signal }),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={120} />
  const today = dayIn(null, Date.now())
  const next = new Map<string, string>()
  for (const { day, name } of data.holidays) if (day >= today && !next.has(name)) next.set(name, day)
  return (
    <Checkbox.Group
      label="Days off"
      description="Clear the ones your company works on."
      value={[...next.keys()].filter((name) => !worked.includes(name))}
      onChange={(off) => onChange([...next.keys()].filter((name) => !off.includes(name)))}
    >
      <div className={classes.holidays}>
        {[...next].map(([name, day]) => (
          <Checkbox key={name} value={name} label={name} description={formatCalendarDate(day)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
