import { createFileRoute } from '@tanstack/react-router'
import { saveVendorNotifications } from '../../../../../schema/platform/notifications/endpoints.ts'
import {
  Loaded,
  NotificationsFrame,
  notificationKeys,
  RecipientFields,
  readVendorNotifications,
  recipientDifferences,
  type VendorNotifications as Saved,
  Section,
  SettingsForm,
  useSettingsForm,
  useVendorNotifications,
} from '../../../../features/platform/notifications/index.ts'

const SWITCHES = [
  { field: 'sendToAdmins', label: 'Admins', description: 'Everyone with admin access' },
  { field: 'sendToVendorAdmins', label: 'Vendor admins', description: 'Everyone with vendor admin access' },
  { field: 'sendToVendorOwners', label: 'Vendor owners', description: 'The vendor’s owners' },
] as const

const valuesOf = ({ groupsToSendTo, sendToAdmins, sendToVendorAdmins, sendToVendorOwners }: Saved) => ({
  sendToAdmins,
  sendToVendorAdmins,
  sendToVendorOwners,
  groupsToSendTo: groupsToSendTo.map((group) => group.id),
})

const Page = () => {
  const settings = useVendorNotifications()
  return (
    <NotificationsFrame tab="vendors">
      <Loaded query={settings}>{(saved) => <VendorNotifications saved={saved} />}</Loaded>
    </NotificationsFrame>
  )
}

const VendorNotifications = ({ saved }: { saved: Saved }) => {
  const { form, theirs, submit, isPending, isDirty } = useSettingsForm(saveVendorNotifications, {
    saved,
    valuesOf,
    read: () => readVendorNotifications(),
    toBody: ({ groupsToSendTo, ...body }) => ({ ...body, groupsToSendTo: groupsToSendTo.map((id) => ({ id })) }),
    queryKey: notificationKeys.vendors,
    success: 'Vendor notifications saved',
  })
  const lines = theirs && recipientDifferences(SWITCHES, form.values, theirs)
  return (
    <SettingsForm onSubmit={submit} isPending={isPending} isDirty={isDirty} theirs={lines}>
      <Section
        title="Who gets vendor notifications"
        text="When someone creates, verifies, merges, archives or deletes a vendor, changes its name, website, address, payment method or tax IDs, or imports vendors. The person who does it isn’t notified."
      >
        <RecipientFields form={form} switches={SWITCHES} groups={saved.groupsToSendTo} />
      </Section>
    </SettingsForm>
  )
}

export const Route = createFileRoute('/_staff/settings/notifications/vendors')({
  staticData: { access: 'notifications.manage' },
  component: Page,
})
