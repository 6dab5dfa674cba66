import { Alert, Button, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { type Reminder, reminderValues } from '../../../../schema/platform/notifications/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { createReminder, notificationKeys, type ReminderBody, readReminders, updateReminder } from './api.ts'
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
  const form = useForm<{ daysAfterNotification: number | null; note: string }>({
    initialValues: { daysAfterNotification: reminder?.daysAfterNotification ?? 3, note: reminder?.note ?? '' },
    validate: schemaResolver(reminderValues, { sync: true }),
  })
  const [version, setVersion] = useState(reminder?.version ?? 0)
  const [theirs, setTheirs] = useState<Reminder | 'deleted' | null>(null)
  const compare = useCommand<undefined, Reminder[]>({
    run: () => readReminders(),
    onSuccess: (reminders) => {
      const now = reminders.find(({ id }) => id === reminder?.id)
      setTheirs(now ?? 'deleted')
      if (now) setVersion(now.version)
    },
  })
  const save = useCommand<ReminderBody, unknown>({
    run: (body, { commandId }) =>
      reminder ? updateReminder(reminder.id, { ...body, version }, commandId) : createReminder(body, commandId),
    form,
    success: reminder ? 'Reminder saved' : 'Reminder added',
    invalidates: [notificationKeys.reminders],
    onSuccess: onClose,
    onError: (error) => {
      if (isApiError(error, 'INVALID') && error.fields) return true
      if (!reminder || !(isApiError(error, 'CONFLICT') || isApiError(error, 'NOT_FOUND'))) return undefined
      compare.send(undefined)
      return true
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.send(reminderValues.parse(values)))} noValidate>
      {theirs && (
        <Alert color="yellow" mb="md" role="alert" title="Someone else changed this reminder in the meantime">
          {theirs === 'deleted' ? (
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
        <Button type="submit" loading={save.isPending || compare.isPending} disabled={theirs === 'deleted'}>
          {reminder ? (theirs ? 'Save mine' : 'Save reminder') : 'Add reminder'}
        </Button>
      </Group>
    </form>
  )
}
