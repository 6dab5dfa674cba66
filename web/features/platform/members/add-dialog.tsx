import { Alert, Button, Checkbox, Group, Skeleton } from '@mantine/core'
import { createMember } from '../../../../schema/platform/members/member-endpoints.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { saidOfRights } from '../guarded/index.ts'
import { type MemberFormLists, memberKeys, useMemberForm } from './api.ts'
import { EMPTY_VALUES } from './form-values.ts'
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
  const { form, submit, isPending, isSuccess } = useEndpointForm(createMember, {
    initial: { ...EMPTY_VALUES, sendNewMemberEmail: true },
    success: (answer, { firstName, lastName, sendNewMemberEmail: sends }) =>
      saidOfRights(`${firstName} ${lastName} added${sends ? ' and invited' : ''}`, answer),
    invalidates: [memberKeys.all],
    onSuccess: ({ id }) => {
      draft.finish()
      onAdded(id)
    },
  })
  const draft = useFormDraft(form, { name: 'member.new', isSent: isSuccess })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <DraftNotice draft={draft} />
      <MemberFields form={form} lists={lists} member={null} />
      <Checkbox
        label="Email an invitation"
        description="With a login link."
        {...form.getInputProps('sendNewMemberEmail', { type: 'checkbox' })}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Add member
        </Button>
      </Group>
    </form>
  )
}
