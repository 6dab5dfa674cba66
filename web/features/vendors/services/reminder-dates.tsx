import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { MAX_REMINDERS } from '../../../../schema/vendors/services/endpoints.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import type { FieldProps } from '../../../ui/fields/field-props.ts'
import classes from './reminder-dates.module.css'

interface ReminderDatesProps extends FieldProps<string[]> {
  value: string[]
  endDate: string | null
  cancelBy: string | null
}

const AHEAD = [90, 60, 30, 7]

/** Days on which people are reminded that a period ends: picked, or counted back from the deadline. */
export const ReminderDates = ({ value, onChange, endDate, cancelBy, error, ...props }: ReminderDatesProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const set = (days: string[]) => onChange?.([...new Set(days)].sort())
  const add = (day: string) => {
    set([...value, day])
    setDraft(null)
  }
  const decideBy = cancelBy ?? endDate
  const suggested = decideBy
    ? AHEAD.map((days) => ({ days, day: addDays(decideBy, -days) })).filter(({ day }) => !value.includes(day))
    : []
  const isFull = value.length >= MAX_REMINDERS
  return (
    <Input.Wrapper
      label="Renewal reminders"
      description="An email on each of these days to the people chosen in Settings › Notifications."
      error={error}
      labelElement="div"
      {...(props['data-path'] ? { 'data-path': props['data-path'] } : {})}
    >
      <div className={classes.reminders}>
        {value.length > 0 && (
          <ul className={classes.days} aria-label="Days of reminders">
            {value.map((day) => (
              <li key={day}>
                <time dateTime={day}>{formatCalendarDate(day) || day}</time>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove the reminder on ${formatCalendarDate(day) || day}`}
                  onClick={() => set(value.filter((other) => other !== day))}
                >
                  <IconX size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {!isFull && (
          <div className={classes.adding}>
            <CalendarDateField
              aria-label="Date of a reminder"
              placeholder="Pick a date"
              value={draft}
              onChange={setDraft}
              {...(endDate ? { max: endDate } : {})}
            />
            <Button variant="default" disabled={!draft} onClick={() => draft && add(draft)}>
              Add reminder
            </Button>
          </div>
        )}
        {!isFull && suggested.length > 0 && (
          <div className={classes.suggested}>
            {suggested.map(({ days, day }) => (
              <Button
                key={days}
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={14} aria-hidden />}
                title={formatCalendarDate(day)}
                onClick={() => add(day)}
              >
                {days} days before the {cancelBy ? 'last day to cancel' : 'end'}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}
