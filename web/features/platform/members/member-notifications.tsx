import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getMemberNotifications, setMemberNotifications } from '../../../../schema/platform/members/member-endpoints.ts'
import type { SavedPreferences } from '../../../../schema/platform/notifications/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { Section } from '../../../ui/details.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import {
  Loaded,
  levelFields,
  levelOptions,
  MailKinds,
  preferenceDifferences,
  preferencesOf,
  SettingsForm,
  useSettingsForm,
} from '../notifications/index.ts'
import { memberKeys } from './api.ts'

const LEVELS = levelFields('theirs')

const keyOf = (memberId: string) => [...memberKeys.one(memberId), 'notifications'] as const
const read = (memberId: string, signal?: AbortSignal) => call(getMemberNotifications, { params: { memberId }, signal })

/** The member's notifications, if an admin can set them. */
export const MemberNotifications = ({ memberId }: { memberId: string }) => {
  const query = useQuery({ queryKey: keyOf(memberId), queryFn: ({ signal }) => read(memberId, signal), gcTime: 0 })
  return (
    <Section id="notifications" title="Notifications">
      <Loaded query={query}>{(saved) => <PreferencesOf memberId={memberId} saved={saved} />}</Loaded>
    </Section>
  )
}

const PreferencesOf = ({ memberId, saved }: { memberId: string; saved: SavedPreferences }) => {
  const { form, theirs, submit, isPending, isDirty } = useSettingsForm(setMemberNotifications, {
    saved,
    valuesOf: preferencesOf,
    read: () => read(memberId),
    params: { memberId },
    queryKey: keyOf(memberId),
    success: 'Notification settings saved',
  })
  return (
    <SettingsForm
      onSubmit={submit}
      isPending={isPending}
      isDirty={isDirty}
      theirs={preferenceDifferences(form.values, theirs, 'theirs')}
    >
      <Switch label="Email" {...form.getInputProps('receiveEmail', { type: 'checkbox' })} />
      <Switch
        label="Email each working morning"
        description="What waits for them, and what they haven’t read since the morning before."
        disabled={!form.values.receiveEmail}
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
        disabled={!form.values.receiveEmail}
      />
      {LEVELS.map(({ field, role, label }) => (
        <OptionSelect
          key={field}
          label={label}
          required
          options={levelOptions(role, 'theirs')}
          {...form.getInputProps(field)}
        />
      ))}
    </SettingsForm>
  )
}
