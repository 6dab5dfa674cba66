import { Button, Group, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { inviteCompanyAdmin, type ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { superAdminKeys } from './api.ts'
import classes from './super-admin.module.css'

/** Who runs the company, and inviting one more. */
export const AdminsPanel = ({ company }: { company: ManagedCompany }) => {
  const [isInviting, setInviting] = useState(false)
  return (
    <section className={classes.form} aria-label="Admins">
      <Group justify="space-between">
        <h2 className={classes.heading}>Admins</h2>
        <Button
          variant="default"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Invite admin
        </Button>
      </Group>
      {company.admins.length === 0 ? (
        <EmptyState compact title="No admins yet" text="No one can set up this company yet. Invite an admin." />
      ) : (
        <ul className={classes.rows}>
          {company.admins.map(({ id, name, email, isInvited }) => (
            <li key={id} className={classes.row}>
              <div className={classes.missing}>
                <div>
                  <span className={classes.label}>{name}</span>
                  <span className={classes.text}>{email}</span>
                </div>
                <StatusBadge plain {...(isInvited ? INVITED : JOINED)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Dialog opened={isInviting} onClose={() => setInviting(false)} title={`Invite an admin to ${company.name}`}>
        {isInviting && <InviteForm company={company} onClose={() => setInviting(false)} />}
      </Dialog>
    </section>
  )
}

const INVITED = { tone: 'waiting', label: 'Invited' } as const
const JOINED = { tone: 'positive', label: 'Joined' } as const

const InviteForm = ({ company, onClose }: { company: ManagedCompany; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(inviteCompanyAdmin, {
    params: { companyId: company.id },
    initial: { firstName: '', lastName: '', email: '' },
    success: (_, { email }) => `Invitation sent to ${email}`,
    invalidates: [superAdminKeys.all],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FieldPair>
          <TextField label="First name" required maxLength={100} data-autofocus {...form.getInputProps('firstName')} />
          <TextField label="Last name" required maxLength={100} {...form.getInputProps('lastName')} />
        </FieldPair>
        <TextField label="Email" type="email" required maxLength={254} {...form.getInputProps('email')} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Send invitation
        </Button>
      </Group>
    </form>
  )
}
