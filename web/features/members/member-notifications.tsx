import { Button, Group, Select, Skeleton, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getMemberNotifications, setMemberNotifications } from '../../../schema/members/member-endpoints.ts'
import type { SavedPreferences } from '../../../schema/notifications/endpoints.ts'
import { NOTIFICATION_LEVELS, type NotificationLevel } from '../../../schema/notifications/levels.ts'
import { isApiError } from '../../lib/errors.ts'
import { call } from '../../lib/rest.ts'
import { useCommand } from '../../lib/use-command.ts'
import { ErrorState } from '../../ui/states.tsx'
import { memberKeys } from './api.ts'
import classes from './members.module.css'

const LEVEL_LABELS: Record<NotificationLevel, string> = {
  EVERY_UPDATE: 'Every update',
  OWN_LEVEL: 'Their own part only',
  REQUESTED_AND_FULLY_APPROVED: 'When requested and when decided',
  APPROVED_ONLY: 'The final decision only',
}
const LEVELS = NOTIFICATION_LEVELS.map((value) => ({ value, label: LEVEL_LABELS[value] }))

const FIELDS = [
  ['spendApproverNotificationLevel', 'Requests that they approve'],
  ['spendWatcherNotificationLevel', 'Requests that they watch'],
  ['requesterNotificationLevel', 'Their own requests'],
] as const

const keyOf = (memberId: string) => [...memberKeys.one(memberId), 'notifications'] as const

const useSettings = (memberId: string) =>
  useQuery({
    queryKey: keyOf(memberId),
    queryFn: ({ signal }) => call(getMemberNotifications, { params: { memberId }, signal }),
  })

/** What the member is told, as an admin may set it. */
export const MemberNotifications = ({ memberId }: { memberId: string }) => {
  const { data, error, refetch } = useSettings(memberId)
  return (
    <section aria-labelledby="notifications" className={classes.section}>
      <h2 id="notifications" className={classes.heading}>
        Notifications
      </h2>
      {data ? (
        <SettingsForm key={data.version} memberId={memberId} saved={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <Skeleton height={120} />
      )}
    </section>
  )
}

const SettingsForm = ({ memberId, saved }: { memberId: string; saved: SavedPreferences }) => {
  const [version, setVersion] = useState(saved.version)
  const [isOutdated, setOutdated] = useState(false)
  const form = useForm({ initialValues: saved })
  /** The member chose meanwhile: theirs are told, and what is on the screen stays. */
  const meet = useCommand<undefined, SavedPreferences>({
    run: () => call(getMemberNotifications, { params: { memberId } }),
    onSuccess: (latest) => {
      setVersion(latest.version)
      setOutdated(true)
    },
  })
  const save = useCommand<SavedPreferences, SavedPreferences>({
    run: (values, { commandId }) =>
      call(setMemberNotifications, { params: { memberId }, body: { ...values, version }, commandId }),
    success: 'Notification settings saved',
    invalidates: [memberKeys.one(memberId)],
    onError: (error) => {
      if (!isApiError(error, 'CONFLICT')) return undefined
      meet.send(undefined)
      return true
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.send(values))} className={classes.form}>
      {isOutdated && (
        <Text role="alert">
          The settings were changed in the meantime. Yours are still here; save again to replace those.
        </Text>
      )}
      <Group gap="xl">
        <Switch label="Email" {...form.getInputProps('receiveEmail', { type: 'checkbox' })} />
        <Switch
          label="Slack"
          description="As soon as the company has connected Slack."
          {...form.getInputProps('receiveSlack', { type: 'checkbox' })}
        />
      </Group>
      <div className={classes.pair}>
        {FIELDS.map(([field, label]) => (
          <Select key={field} label={label} data={LEVELS} allowDeselect={false} {...form.getInputProps(field)} />
        ))}
      </div>
      <Group justify="flex-start">
        <Button type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending || meet.isPending}>
          Save notification settings
        </Button>
      </Group>
    </form>
  )
}
