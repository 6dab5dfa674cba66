import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { withStop } from '../../../../../schema/shared/name-lists.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { newVendorCompanyMember } from '../../../../../schema/vendors/portal/profile.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { PersonName } from '../../../../ui/person-name.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { useVendorUser } from '../api.ts'
import { addMember, companyKeys, type Member, removeMember, useMembers } from './api.ts'
import classes from './company.module.css'
import { PartDialog } from './part-dialog.tsx'

/** The people of the vendor company. */
export const MembersPage = () => {
  const user = useVendorUser()
  const { data, error, refetch } = useMembers()
  const [adding, setAdding] = useState(false)
  const removal = useCommand<Member>({
    run: ({ id }, { commandId }) => removeMember(id, commandId),
    success: (_, member) => `${fullName(member)} removed`,
    invalidates: [companyKeys.members],
    onSuccess: (_, { id }) => {
      // Removing oneself ends the session.
      if (id === user.userId) window.location.assign('/v/login')
    },
  })
  const ask = async (member: Member) => {
    const isSelf = member.id === user.userId
    const agreed = await confirm({
      title: isSelf ? `Leave ${user.vendorCompanyName}?` : `Remove ${fullName(member)}?`,
      text: isSelf
        ? 'You’ll be signed out at once. Another member can add you again.'
        : 'They’ll be signed out at once. You can add them again.',
      confirmLabel: isSelf ? 'Leave company' : 'Remove member',
      danger: true,
    })
    if (agreed) removal.send(member)
  }
  return (
    <>
      <PageHeader
        title="Members"
        subtitle={`People who sign in for ${withStop(user.vendorCompanyName)} They all have the same access.`}
        action={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add member
          </Button>
        }
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius={8} />}
      {data && (
        <ul className={classes.rows} aria-label="Members">
          {data.map((member) => (
            <li key={member.id} className={classes.row}>
              <div className={classes.rowText}>
                <PersonName name={fullName(member)} />
                <span className={classes.dim}>{member.email}</span>
              </div>
              {!member.hasJoined && <StatusBadge plain tone="waiting" label="Invited" />}
              {member.id === user.userId && <span className={classes.dim}>You</span>}
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                leftSection={<IconUserMinus size={14} aria-hidden />}
                aria-label={member.id === user.userId ? 'Leave' : `Remove ${fullName(member)}`}
                onClick={() => void ask(member)}
              >
                {member.id === user.userId ? 'Leave' : 'Remove'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(
    { body: newVendorCompanyMember },
    {
      initial: { firstName: '', lastName: '', email: '' },
      run: (body, { commandId }) => addMember(body, commandId),
      success: (_, { email }) => `Invitation sent to ${email}`,
      invalidates: [companyKeys.members],
      onSuccess: onClose,
    },
  )
  return (
    <PartDialog title="Add member" submitLabel="Add member" theirs={null} {...{ isPending, onClose }} onSubmit={submit}>
      <FieldPair>
        <TextField label="First name" required maxLength={100} data-autofocus {...form.getInputProps('firstName')} />
        <TextField label="Last name" maxLength={100} {...form.getInputProps('lastName')} />
      </FieldPair>
      <TextField
        label="Email"
        description="They get a link to sign in."
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
      />
    </PartDialog>
  )
}
