import { Alert, Button, Group, Skeleton, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Alarm, type AlarmSettings, setAlarms } from '../../../../schema/platform/operations/alarms.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { alarmsQuery, operationsKeys, revealSecret, tryAlarms } from './api.ts'
import classes from './operations.module.css'
import { Part } from './part.tsx'

const COLUMNS: Column<Alarm>[] = [
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    cell: ({ endedAt }) => (
      <StatusBadge plain tone={endedAt ? 'positive' : 'negative'} label={endedAt ? 'Over' : 'On'} />
    ),
  },
  { id: 'text', header: 'What', cell: ({ text }) => text },
  { id: 'began', header: 'Began', width: '12rem', cell: ({ beganAt }) => <DateTimeText instant={beganAt} /> },
  {
    id: 'ended',
    header: 'Ended',
    width: '12rem',
    cell: ({ endedAt }) => (endedAt ? <DateTimeText instant={endedAt} /> : '–'),
  },
  {
    id: 'reminders',
    header: 'Reminders',
    align: 'right',
    width: '7rem',
    cell: ({ reminders }) => formatNumber(reminders),
  },
]

/** The newest alarms, and who is told of them. */
export const AlarmsParts = () => {
  const { data, error, refetch } = useQuery(alarmsQuery)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />
  return (
    <>
      <Part title="Alarms">
        <TableView<Alarm>
          label="Alarms"
          columns={COLUMNS}
          rows={data.alarms}
          rowId={({ id }) => id}
          rowKeys={false}
          empty={{ title: 'There was no alarm' }}
        />
      </Part>
      <Part title="Who is told of alarms">
        <SettingsForm key={data.settings.version} settings={data.settings} />
      </Part>
    </>
  )
}

const SettingsForm = ({ settings }: { settings: AlarmSettings }) => {
  const { version, ...stored } = settings
  const { form, submit, isPending } = useEndpointForm(setAlarms, {
    initial: { ...stored, webhookUrl: stored.webhookUrl ?? '' },
    toBody: ({ webhookUrl, ...values }) => ({ ...values, version, webhookUrl: webhookUrl.trim() || null }),
    success: 'Alarms saved',
    invalidates: [operationsKeys.alarms],
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TagsInput
        label="Email addresses"
        description="Each gets an email when an alarm begins and ends, and once a day while it continues."
        placeholder="name@company.com"
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        {...form.getInputProps('emails')}
        error={Object.entries(form.errors).find(([field]) => field.startsWith('emails'))?.[1]}
      />
      <TextField
        label="Webhook"
        description="A public https address that gets the same as a signed call."
        maxLength={2000}
        autoComplete="off"
        {...form.getInputProps('webhookUrl')}
      />
      <div className={classes.limits}>
        <NumberField
          label="Minutes a lane may wait"
          required
          decimals={0}
          allowNegative={false}
          {...form.getInputProps('laneMinutes')}
        />
        <NumberField
          label="Minutes without regular work"
          required
          decimals={0}
          allowNegative={false}
          {...form.getInputProps('tickMinutes')}
        />
        <NumberField
          label="Percent of a database’s size"
          required
          decimals={0}
          allowNegative={false}
          {...form.getInputProps('sizePercent')}
        />
      </div>
      <Group>
        <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
          Save alarms
        </Button>
        <Trial isSaved={!form.isDirty()} settings={settings} />
      </Group>
      {settings.webhookUrl !== null && <Secret />}
    </form>
  )
}

const Trial = ({ isSaved, settings: { emails, webhookUrl } }: { isSaved: boolean; settings: AlarmSettings }) => {
  const trial = useCommand({
    run: (_: undefined, { commandId }) => tryAlarms(commandId),
    success: 'A trial alarm is on its way',
  })
  return (
    <Button
      variant="default"
      loading={trial.isPending}
      disabled={!isSaved || (emails.length === 0 && webhookUrl === null)}
      onClick={() => trial.send(undefined)}
    >
      Send trial alarm
    </Button>
  )
}

const Secret = () => {
  const [secret, setSecret] = useState<string | null>(null)
  const reveal = useCommand({
    run: (_: undefined, { commandId }) => revealSecret(commandId),
    onSuccess: (answer) => setSecret(answer.secret),
  })
  return secret === null ? (
    <div>
      <Button variant="subtle" loading={reveal.isPending} onClick={() => reveal.send(undefined)}>
        Show signing secret
      </Button>
    </div>
  ) : (
    <Alert title="Signing secret" color="gray">
      <code className={classes.secret}>{secret}</code>
    </Alert>
  )
}
