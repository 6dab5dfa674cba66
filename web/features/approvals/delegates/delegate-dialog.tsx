import { Button, Group } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMemo } from 'react'
import { z } from 'zod'
import { END_BEFORE_START, endsBeforeStart } from '../../../../schema/approvals/delegates/delegation.ts'
import { type Delegation, setOwnDelegate } from '../../../../schema/approvals/delegates/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { candidates, type Delegator } from './api.ts'
import classes from './delegates.module.css'

interface Values {
  userId: string | null
  note: string
  startsOn: string | null
  endsOn: string | null
}

const body = setOwnDelegate.body as NonNullable<typeof setOwnDelegate.body>
const values = z
  .object({ ...body.shape, userId: z.string('Required').min(1, 'Required') })
  .refine((period) => !endsBeforeStart(period), { path: ['endsOn'], message: END_BEFORE_START })

interface DelegateDialogProps {
  delegator: Delegator
  /** Null for a new one. */
  delegation: Delegation | null
  opened: boolean
  onClose: () => void
}

export const DelegateDialog = ({ delegator, delegation, opened, onClose }: DelegateDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={delegation ? 'Edit delegate' : 'Add delegate'}>
    {opened && <DelegateForm delegator={delegator} delegation={delegation} onClose={onClose} />}
  </Dialog>
)

const DelegateForm = ({ delegator, delegation, onClose }: Omit<DelegateDialogProps, 'opened'>) => {
  const { userId, name } = delegator
  const source = useMemo(() => candidates(userId), [userId])
  const form = useForm<Values>({
    initialValues: {
      userId: delegation?.user.id ?? null,
      note: delegation?.note ?? '',
      startsOn: delegation?.startsOn ?? null,
      endsOn: delegation?.endsOn ?? null,
    },
    validate: schemaResolver(values, { sync: true }),
  })
  const save = useCommand<z.output<typeof values>, Delegation>({
    run: (input, { commandId }) => delegator.save(input, commandId),
    form,
    success: ({ user }) =>
      delegation ? 'Delegate saved' : `${fullName(user)} added as ${name ? `a delegate of ${name}` : 'your delegate'}`,
    invalidates: [delegator.key],
    onSuccess: onClose,
    onError: (error) => {
      // The admin's endpoint has another name for the delegate.
      const message = isApiError(error, 'INVALID') ? error.fields?.delegateUserId : undefined
      if (message) form.setErrors({ userId: message })
      return message !== undefined
    },
  })
  return (
    <form onSubmit={form.onSubmit((input) => save.send(values.parse(input)))} noValidate>
      <AsyncOptionSelect
        kind="member"
        source={source}
        label="Delegate"
        description={`Can approve what’s waiting for ${name ?? 'you'}, but never their own requests.`}
        placeholder="Search by name"
        required
        readOnly={delegation !== null}
        {...(delegation ? { known: [{ value: delegation.user.id, label: fullName(delegation.user) }] } : {})}
        {...form.getInputProps('userId')}
      />
      <div className={classes.period}>
        <CalendarDateField
          label="From"
          description="First day. Blank means from today."
          {...form.getInputProps('startsOn')}
        />
        <CalendarDateField
          label="Until"
          description="Last day. Blank means until you remove them."
          {...form.getInputProps('endsOn')}
        />
      </div>
      <TextArea
        mt="md"
        label="Note"
        description={`Why, and what to look out for. ${name ? 'The member, the' : 'Your'} delegate and admins can read it.`}
        maxLength={500}
        minRows={2}
        {...form.getInputProps('note')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {delegation ? 'Save delegate' : 'Add delegate'}
        </Button>
      </Group>
    </form>
  )
}
