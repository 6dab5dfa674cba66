import { Button, Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type BusinessHours, MOST_OWN_HOLIDAYS } from '../../../../schema/platform/business-hours/endpoints.ts'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import classes from './business-hours.module.css'

interface OwnHolidaysProps {
  form: UseFormReturnType<Omit<BusinessHours, 'version'>>
  days: BusinessHours['own']
}

/** Days off of the company's own. */
export const OwnHolidays = ({ form, days }: OwnHolidaysProps) => (
  <fieldset className={classes.group}>
    <legend>Your company’s days off</legend>
    {days.map(({ name }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and hold no state of their own
      <div className={classes.own} key={index}>
        <CalendarDateField label="Day" required {...form.getInputProps(`own.${index}.day`)} />
        <TextField label="Name" required {...form.getInputProps(`own.${index}.name`)} />
        <Checkbox label="Every year" {...form.getInputProps(`own.${index}.everyYear`, { type: 'checkbox' })} />
        <Button
          variant="default"
          aria-label={`Remove ${name || 'this day'}`}
          onClick={() => form.removeListItem('own', index)}
        >
          Remove
        </Button>
      </div>
    ))}
    {typeof form.errors.own === 'string' && <p role="alert">{form.errors.own}</p>}
    {days.length < MOST_OWN_HOLIDAYS && (
      <Button
        variant="default"
        mt="xs"
        onClick={() => form.insertListItem('own', { day: '', name: '', everyYear: false })}
      >
        Add a day
      </Button>
    )}
  </fieldset>
)
