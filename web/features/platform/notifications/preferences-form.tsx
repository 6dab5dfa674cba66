import { Switch } from '@mantine/core'
import { type SavedPreferences, saveOwnPreferences } from '../../../../schema/platform/notifications/endpoints.ts'
import type { NotificationLevel } from '../../../../schema/platform/notifications/levels.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { notificationKeys, readOwnPreferences } from './api.ts'
import { MailKinds } from './mail-kinds.tsx'
import { Section, SettingsForm } from './settings-form.tsx'
import { useSettingsForm } from './use-settings-form.ts'
import { levelFields, levelOptions, meaningOf, preferenceDifferences, preferencesOf } from './words.ts'

const LEVELS = levelFields('mine')

/** The person's notification preferences. */
export const PreferencesForm = ({ saved }: { saved: SavedPreferences }) => {
  const { form, theirs, submit, isPending, isDirty } = useSettingsForm(saveOwnPreferences, {
    saved,
    valuesOf: preferencesOf,
    read: () => readOwnPreferences(),
    queryKey: notificationKeys.own,
    success: 'Notification settings saved',
  })
  const { receiveEmail } = form.values
  return (
    <SettingsForm
      onSubmit={submit}
      isPending={isPending}
      isDirty={isDirty}
      theirs={preferenceDifferences(form.values, theirs, 'mine')}
    >
      <Section title="Where">
        <Switch
          label="Email"
          description={
            receiveEmail
              ? 'You get emails about requests as chosen below.'
              : 'You get no emails about requests, not even reminders. The bell still shows them, and login links are still sent.'
          }
          {...form.getInputProps('receiveEmail', { type: 'checkbox' })}
        />
        <Switch
          label="Email each working morning"
          description="At 8:00: what waits for you, and what you haven’t read since the morning before. There’s no email on mornings without news."
          disabled={!receiveEmail}
          {...form.getInputProps('receiveDigest', { type: 'checkbox' })}
        />
        <Switch
          label="Slack"
          description="Your company has not connected Slack, so nothing can be sent there yet."
          disabled
          {...form.getInputProps('receiveSlack', { type: 'checkbox' })}
        />
        <MailKinds
          off={form.values.mailsOff}
          onChange={(off) => form.setFieldValue('mailsOff', off)}
          disabled={!receiveEmail}
        />
      </Section>
      <Section
        title="What"
        text="Choose by your role in a request, for emails and the bell alike. Reminders and mentions always arrive. What you mute on its page, or in the bell, stays silent unless it waits for you."
      >
        {LEVELS.map(({ field, role, label }) => (
          <OptionSelect
            key={field}
            label={label}
            required
            options={levelOptions(role)}
            description={meaningOf(role, form.values[field] as NotificationLevel)}
            {...form.getInputProps(field)}
          />
        ))}
      </Section>
    </SettingsForm>
  )
}
