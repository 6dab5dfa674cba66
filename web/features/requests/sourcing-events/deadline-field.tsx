import { dayIn, instantAt, timeIn } from '../../../../schema/shared/calendar.ts'
import { todayIn } from '../../../lib/format.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import type { FieldProps } from '../../../ui/fields/field-props.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'

/** A day and a time of day, as the person sees them in their own time zone. */
export interface LocalTime {
  day: string | null
  time: string
}

export const localTimeOf = (instant: string, timeZone: string): LocalTime => ({
  day: dayIn(timeZone, Date.parse(instant)),
  time: timeIn(timeZone, Date.parse(instant)),
})

/** Blank while no day is chosen. */
export const instantOf = ({ day, time }: LocalTime, timeZone: string): string =>
  instantAt(day ?? undefined, time, timeZone) ?? ''

const HALF_HOURS = Array.from({ length: 48 }, (_, i) => {
  const hour = Math.floor(i / 2)
  return `${String(hour).padStart(2, '0')}:${i % 2 === 0 ? '00' : '30'}`
})

const wordsOf = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

type DeadlineFieldProps = Pick<FieldProps<LocalTime>, 'value' | 'onChange' | 'error' | 'data-path'>

const BLANK: LocalTime = { day: null, time: '17:00' }

/** The deadline for bids. */
export const DeadlineField = ({ value = BLANK, onChange, error, ...field }: DeadlineFieldProps) => {
  const timeZone = useTimeZone()
  const times = HALF_HOURS.includes(value.time) ? HALF_HOURS : [...HALF_HOURS, value.time].sort()
  return (
    <FieldPair>
      <CalendarDateField
        label="Deadline"
        description="The day on which bids are opened. It can be moved later, never earlier."
        required
        min={todayIn(timeZone)}
        value={value.day}
        error={error}
        onChange={(day) => onChange?.({ ...value, day })}
        {...field}
      />
      <OptionSelect
        label="Time"
        description={`In your time zone, ${timeZone}.`}
        required
        options={times.map((time) => ({ value: time, label: wordsOf(time) }))}
        value={value.time}
        onChange={(time) => onChange?.({ ...value, time: time ?? value.time })}
      />
    </FieldPair>
  )
}
