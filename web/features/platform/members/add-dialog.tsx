import { Alert, Button, Checkbox, Group, Skeleton } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { createMember, type MemberFormLists, memberKeys, useMemberForm } from './api.ts'
import { EMPTY_VALUES, type MemberValues, memberValues } from './form-values.ts'
import { MemberFields } from './member-fields.tsx'
import classes from './members.module.css'

interface AddDialogProps {
  opened: boolean
  onClose: () => void
  onAdded: (id: string) => void
}

export const AddMemberDialog = ({ opened, onClose, onAdded }: AddDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Add member" size="46rem">
    {opened && <Loaded onClose={onClose} onAdded={onAdded} />}
  </Dialog>
)

const Loaded = (props: Omit<AddDialogProps, 'opened'>) => {
  const { data, error } = useMemberForm(null)
  if (data) return <AddForm lists={data} {...props} />
  if (!error) return <Skeleton height={320} />
  return (
    <Alert color="red" role="alert">
      {errorMessage(error)}
    </Alert>
  )
}

const AddForm = ({ lists, onClose, onAdded }: Omit<AddDialogProps, 'opened'> & { lists: MemberFormLists }) => {
  const [sendNewMemberEmail, setSends] = useState(true)
  const form = useForm<MemberValues>({
    initialValues: EMPTY_VALUES,
    validate: schemaResolver(memberValues, { sync: true }),
  })
  const add = useCommand<MemberValues & { sendNewMemberEmail: boolean }, { id: string }>({
    run: (body, { commandId }) => createMember(body, commandId),
    form,
    success: (_, { firstName, lastName, sendNewMemberEmail: sends }) =>
      `${firstName} ${lastName} added${sends ? ' and invited' : ''}`,
    invalidates: [memberKeys.all],
    onSuccess: ({ id }) => onAdded(id),
    onError: (error) => (isApiError(error) && error.fields ? true : undefined),
  })
  const send = (values: MemberValues) => add.send({ ...memberValues.parse(values), sendNewMemberEmail })
  return (
    <form onSubmit={form.onSubmit(send)} noValidate className={classes.form}>
      <MemberFields form={form} lists={lists} member={null} />
      <Checkbox
        label="Email an invitation"
        description="With a login link."
        checked={sendNewMemberEmail}
        onChange={(event) => setSends(event.currentTarget.checked)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add member
        </Button>
      </Group>
    </form>
  )
}
