import { Alert, Button, Checkbox, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { HOLIDAY_COUNTRIES } from '../../../../schema/platform/business-hours/countries.ts'
import {
  type BusinessHours,
  getBusinessHours,
  saveBusinessHours,
} from '../../../../schema/platform/business-hours/endpoints.ts'
import { hoursWords, WEEKDAYS } from '../../../../schema/platform/business-hours/words.ts'
import { call } from '../../../lib/rest.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { PartSkeleton } from '../../../ui/settling/part-skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './business-hours.module.css'
import { CountryHolidays } from './country-holidays.tsx'
import { OwnHolidays } from './own-holidays.tsx'

const hoursQuery = queryOptions({
  queryKey: ['business-hours'],
  queryFn: ({ signal }) => call(getBusinessHours, { signal }),
})

/** Monday first. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]

const NAMES = new Intl.DisplayNames('en', { type: 'region' })
const COUNTRIES = HOLIDAY_COUNTRIES.map((code) => ({ value: code, label: NAMES.of(code) ?? code })).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
)

/** When the company works. */
export const BusinessHoursSettings = () => {
  const { data, error, refetch } = useQuery(hoursQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <PartSkeleton height={240} />
  return <Form key={data.version} hours={data} />
}

const Form = ({ hours: { version, ...initial } }: { hours: BusinessHours }) => {
  const { form, submit, isPending, theirs } = useEndpointForm(saveBusinessHours, {
    initial,
    edited: { version, read: () => call(getBusinessHours, {}) },
    success: 'Business hours saved',
    invalidates: [hoursQuery.queryKey],
  })
  const { weekdays, country, worked, own } = form.getValues()
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-labelledby="business-hours">
      <div>
        <h2 id="business-hours">Business hours</h2>
        <Text size="sm" c="dimmed">
          Deadlines, reminders and the morning email count these hours and days. Requests in progress keep the ones that
          they started with.
        </Text>
      </div>
      {theirs && theirs !== 'gone' && (
        <Alert role="alert" color="yellow" title="Someone else changed the business hours">
          They are now {hoursWords(theirs)}. Saving again replaces theirs.
        </Alert>
      )}
      <div className={classes.row}>
        <TextField label="Work begins" required placeholder="09:00" {...form.getInputProps('opens')} />
        <TextField label="Work ends" required placeholder="17:00" {...form.getInputProps('closes')} />
      </div>
      <Checkbox.Group
        label="Working days"
        value={weekdays.map(String)}
        onChange={(days) =>
          form.setFieldValue(
            'weekdays',
            days.map(Number).toSorted((a, b) => a - b),
          )
        }
        error={form.errors.weekdays}
      >
        <Group mt="xs" gap="md">
          {DAYS.map((day) => (
            <Checkbox key={day} value={String(day)} label={WEEKDAYS[day]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        label="Public holidays of"
        placeholder="No country"
        data={COUNTRIES}
        clearable
        searchable
        value={country}
        onChange={(code) => {
          form.setFieldValue('country', code)
          form.setFieldValue('worked', [])
        }}
        error={form.errors.country ?? form.errors.worked}
      />
      {country && (
        <CountryHolidays country={country} worked={worked} onChange={(names) => form.setFieldValue('worked', names)} />
      )}
      <OwnHolidays form={form} days={own} />
      <div>
        <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
          Save business hours
        </Button>
      </div>
    </form>
  )
}
