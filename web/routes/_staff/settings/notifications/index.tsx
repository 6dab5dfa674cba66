import { Switch } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { saveCompanyNotifications } from '../../../../../schema/platform/notifications/endpoints.ts'
import {
  Loaded,
  NotificationsFrame,
  notificationKeys,
  onOff,
  readSwitches,
  type Switches as Saved,
  Section,
  SettingsForm,
  useSettingsForm,
  useSwitches,
} from '../../../../features/platform/notifications/index.ts'

const valuesOf = ({ enableEmailNotifications, enableSlackNotifications }: Saved) => ({
  enableEmailNotifications,
  enableSlackNotifications,
})

const Page = () => {
  const switches = useSwitches()
  return (
    <NotificationsFrame tab="company">
      <Loaded query={switches}>{(saved) => <Switches saved={saved} />}</Loaded>
    </NotificationsFrame>
  )
}

const Switches = ({ saved }: { saved: Saved }) => {
  const { isSlackConnected } = saved
  const { form, theirs, submit, isPending, isDirty } = useSettingsForm(saveCompanyNotifications, {
    saved,
    valuesOf,
    read: () => readSwitches(),
    queryKey: notificationKeys.company,
    success: 'Notification settings saved',
  })
  const differs = theirs && theirs.enableEmailNotifications !== form.values.enableEmailNotifications
  return (
    <SettingsForm
      onSubmit={submit}
      isPending={isPending}
      isDirty={isDirty}
      theirs={theirs && (differs ? [`Email notifications: ${onOff(theirs.enableEmailNotifications)}`] : [])}
    >
      <Section
        title="For everyone in the company"
        text="Each person chooses how many emails they get in their own settings."
      >
        <Switch
          label="Email notifications"
          description={
            form.values.enableEmailNotifications
              ? 'Approvers, watchers and requesters get emails about their requests.'
              : 'No one gets emails about requests, and no reminders are sent. Login links and invitations are still sent.'
          }
          {...form.getInputProps('enableEmailNotifications', { type: 'checkbox' })}
        />
        <Switch
          label="Slack notifications"
          description={isSlackConnected ? 'The same, in Slack.' : 'Your company hasn’t connected Slack.'}
          disabled={!isSlackConnected}
          {...form.getInputProps('enableSlackNotifications', { type: 'checkbox' })}
        />
      </Section>
    </SettingsForm>
  )
}

export const Route = createFileRoute('/_staff/settings/notifications/')({
  staticData: { access: 'notifications.manage' },
  component: Page,
})
