import { Alert, Button, Group } from '@mantine/core'
import { createReminder, type Reminder, updateReminder } from '../../../../schema/platform/notifications/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { notificationKeys, readReminders } from './api.ts'
import classes from './settings.module.css'
import { daysText } from './words.ts'

interface ReminderDialogProps {
  /** Null for a new one. */
  reminder: Reminder | null
  opened: boolean
  onClose: () => void
}

export const ReminderDialog = ({ reminder, opened, onClose }: ReminderDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={reminder ? 'Edit reminder' : 'Add reminder'}>
    {opened && <ReminderForm reminder={reminder} onClose={onClose} />}
  </Dialog>
)

const ReminderForm = ({ reminder, onClose }: Omit<ReminderDialogProps, 'opened'>) => {
  const { form, submit, isPending, theirs } = useEndpointForm(reminder ? updateReminder : createReminder, {
    run: (body, { commandId }) =>
      reminder
        ? call(updateReminder, { params: { id: reminder.id }, body, commandId })
        : call(createReminder, { body, commandId }),
    initial: {
      daysAfterNotification: (reminder?.daysAfterNotification ?? 3) as number | null,
      note: reminder?.note ?? '',
    },
    edited: reminder && {
      version: reminder.version,
      read: async () => (await readReminders()).find(({ id }) => id === reminder.id) ?? null,
    },
    success: reminder ? 'Reminder saved' : 'Reminder added',
    invalidates: [notificationKeys.reminders],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      {theirs && (
        <Alert color="yellow" mb="md" role="alert" title="Someone else changed this reminder in the meantime">
          {theirs === 'gone' ? (
            'It was deleted. Copy what you want to keep, and add a new one.'
          ) : (
            <>
              Theirs: after {daysText(theirs.daysAfterNotification)}
              {theirs.note ? <p className={classes.note}>“{theirs.note}”</p> : ', without a note. '}
              Yours is still here; save again to replace theirs.
            </>
          )}
        </Alert>
      )}
      <NumberField
        label="Days after notification"
        description="Approvers who haven’t acted this many days after their turn get one email."
        required
        decimals={0}
        min={1}
        max={365}
        {...form.getInputProps('daysAfterNotification')}
      />
      <TextArea
        mt="md"
        label="Note"
        description="Appears in the email, for example what happens if no one decides."
        maxLength={1000}
        {...form.getInputProps('note')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={theirs === 'gone'}>
          {reminder ? (theirs ? 'Save mine' : 'Save reminder') : 'Add reminder'}
        </Button>
      </Group>
    </form>
  )
}
