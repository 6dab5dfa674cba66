import { saveReminderConfig } from '../../../../schema/vendors/renewals/endpoints.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import {
  Loaded,
  RecipientFields,
  recipientDifferences,
  Section,
  SettingsForm,
  useSettingsForm,
} from '../../platform/notifications/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { type ReminderConfig, readReminderConfig, renewalKeys, useReminderConfig } from './api.ts'

const SWITCHES = [
  { field: 'sendToAdmins', label: 'Admins', description: 'Everyone with admin access' },
  { field: 'sendToVendorOwners', label: 'Vendor owners', description: 'The owners of the service’s vendor' },
  { field: 'sendToServiceOwners', label: 'Service owners', description: 'The owners of the service' },
  {
    field: 'sendToDepartmentLeads',
    label: 'Department leads',
    description: 'The leads of the service’s departments',
  },
  {
    field: 'sendToBusinessUnitLeads',
    label: 'Business unit leads',
    description: 'The leads of the service’s business unit',
  },
] as const

const valuesOf = ({ groupsToSendTo, version: _, ...rest }: ReminderConfig) => ({
  ...rest,
  groupsToSendTo: groupsToSendTo.map((group) => group.id),
})

/** Settings › Notifications › Reminders: who is reminded that a service period ends. */
export const RenewalReminderSettings = () => {
  const config = useReminderConfig()
  return <Loaded query={config}>{(saved) => <Form saved={saved} />}</Loaded>
}

const Form = ({ saved }: { saved: ReminderConfig }) => {
  const { enableBusinessUnits } = useCompany()
  const { form, theirs, submit, isPending, isDirty } = useSettingsForm(saveReminderConfig, {
    saved,
    valuesOf,
    read: () => readReminderConfig(),
    toBody: ({ groupsToSendTo, ...body }) => ({ ...body, groupsToSendTo: groupsToSendTo.map((id) => ({ id })) }),
    queryKey: renewalKeys.config,
    success: 'Renewal reminders saved',
  })
  const lines = theirs && [
    ...(theirs.message === form.values.message ? [] : [`Message: ${theirs.message || 'none'}`]),
    ...recipientDifferences(SWITCHES, form.values, theirs),
  ]
  const shown = SWITCHES.filter(({ field }) => enableBusinessUnits || field !== 'sendToBusinessUnitLeads')
  return (
    <SettingsForm onSubmit={submit} isPending={isPending} isDirty={isDirty} theirs={lines}>
      <Section
        title="Service renewal reminder"
        text="Each service period has its own reminder dates. On those days these people get a morning email. If they’re all inactive, admins get it."
      >
        <TextArea
          label="Message"
          description="Appears in every reminder."
          maxLength={2000}
          minRows={2}
          {...form.getInputProps('message')}
        />
        <RecipientFields form={form} switches={shown} groups={saved.groupsToSendTo} />
      </Section>
    </SettingsForm>
  )
}
