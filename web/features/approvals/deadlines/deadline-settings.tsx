import { Alert, Button, Radio, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type DeadlineMode,
  getDeadlineSettings,
  type DeadlineSettings as Settings,
  saveDeadlineSettings,
} from '../../../../schema/approvals/deadlines/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { PartSkeleton } from '../../../ui/settling/part-skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import classes from './deadlines.module.css'

const deadlinesQuery = queryOptions({
  queryKey: ['approval-deadlines'],
  queryFn: ({ signal }) => call(getDeadlineSettings, { signal }),
})

const MODES: { value: DeadlineMode; label: string; description: string }[] = [
  { value: 'OFF', label: 'No deadlines', description: 'Approvals have no deadline.' },
  { value: 'NUDGE', label: 'Remind approvers', description: 'Approvers get an email before their time is over.' },
  {
    value: 'ESCALATE',
    label: 'Remind approvers, then involve their manager',
    description: 'When the time is over, the approver’s manager is asked and can decide for them.',
  },
]

/** How long approvers have. */
export const DeadlineSettings = () => {
  const { data, error, refetch } = useQuery(deadlinesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <PartSkeleton height={200} />
  return <Form key={data.version} settings={data} />
}

const Form = ({ settings: { version, ...initial } }: { settings: Settings }) => {
  const { form, submit, isPending, theirs } = useEndpointForm(saveDeadlineSettings, {
    initial,
    edited: { version, read: () => call(getDeadlineSettings, {}) },
    success: 'Deadlines saved',
    invalidates: [deadlinesQuery.queryKey],
  })
  const { mode } = form.getValues()
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-labelledby="deadlines">
      <div>
        <h2 id="deadlines">Deadlines</h2>
        <Text size="sm" c="dimmed">
          In business hours of the company, in the approver’s time zone. Time in which a step waits for the vendor or
          the requester doesn’t count. Requests in progress are unaffected.
        </Text>
      </div>
      {theirs && theirs !== 'gone' && (
        <Alert role="alert" color="yellow" title="Someone else changed the deadlines">
          They are now {theirs.mode === 'OFF' ? 'off' : `${theirs.hours} business hours`}. Saving again replaces theirs.
        </Alert>
      )}
      <Radio.Group label="When an approval takes long" {...form.getInputProps('mode')}>
        <Stack gap="xs" mt="xs">
          {MODES.map((one) => (
            <Radio key={one.value} value={one.value} label={one.label} description={one.description} />
          ))}
        </Stack>
      </Radio.Group>
      {mode !== 'OFF' && (
        <div className={classes.row}>
          <NumberField
            label="Business hours to decide"
            description="For example, 16."
            required
            decimals={0}
            {...form.getInputProps('hours')}
          />
          <NumberField
            label="Reminder after (% of that time)"
            description="For example, 75."
            required
            decimals={0}
            {...form.getInputProps('nudgePercent')}
          />
        </div>
      )}
      <div>
        <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
          Save deadlines
        </Button>
      </div>
    </form>
  )
}
