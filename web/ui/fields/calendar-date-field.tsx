import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { isCalendarDate } from '../../../schema/shared/values.ts'
import { formatCalendarDate, todayIn } from '../../lib/format.ts'
import { asterisk, type FieldProps } from './field-props.ts'
import { parseTypedDate } from './parse-date.ts'

/** What the calendar's arrows say to screen readers. */
const CALENDAR_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}

const YEARS_BACK = 30
const YEARS_AHEAD = 60

/** Most often a digit is missing or too many: 0206, 1926, 2206. */
const farYearOf = (date: string): string | null => {
  const year = Number(date.slice(0, 4))
  const now = Number(todayIn().slice(0, 4))
  return year < now - YEARS_BACK || year > now + YEARS_AHEAD ? `Is the year ${date.slice(0, 4)} right?` : null
}

interface CalendarDateFieldProps extends FieldProps<string | null> {
  /** yyyy-mm-dd */
  min?: string
  max?: string
}

/**
 * A calendar date yyyy-mm-dd or null, picked or typed. Invalid dates are ignored. Enter takes what was typed, and only once
 * more sends the form, which may have other questions below.
 */
export const CalendarDateField = ({ required, value, onChange, min, max, ...props }: CalendarDateFieldProps) => {
  const isTaken = useRef(false)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && !isTaken.current) event.preventDefault()
    isTaken.current = event.key === 'Enter'
  }
  const doubt = value && isCalendarDate(value) ? farYearOf(value) : null
  return (
    <DateInput
      placeholder="e.g. Nov 20, 2026"
      {...props}
      {...(doubt && { description: doubt })}
      {...asterisk(required)}
      value={value && isCalendarDate(value) ? value : null}
      onChange={(next) => onChange?.(next)}
      onKeyDown={onKeyDown}
      data-opens
      dateParser={parseTypedDate}
      valueFormat={formatCalendarDate}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      clearButtonProps={{ 'aria-label': 'Clear date' }}
      clearable={!props.readOnly && !props.disabled}
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      firstDayOfWeek={0}
      ariaLabels={CALENDAR_LABELS}
      hideOutsideDates
      highlightToday
    />
  )
}
