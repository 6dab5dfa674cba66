import { Alert, Button, Stack } from '@mantine/core'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { newInvitation } from '../../../../schema/vendors/portal/invitations.ts'
import { INVITATION_DAYS } from '../../../../schema/vendors/portal/values.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { createInvitation, portalKeys, useWillReset } from './portal-api.ts'
import classes from './vendors.module.css'

interface InviteDialogProps {
  vendor: { id: string; name: string }
  /** The accounting system's vendor that it is, if someone chose that one. */
  erpVendorId?: string
  /** To begin with. */
  email?: string | null | undefined
  onClose: () => void
}

/** Invites someone at a vendor to its portal. */
export const InviteDialog = ({ vendor, erpVendorId, email: known, onClose }: InviteDialogProps) => {
  const about = erpVendorId === undefined ? { vendorId: vendor.id } : { erpVendorId }
  const { form, submit, isPending } = useEndpointForm(
    { body: newInvitation },
    {
      initial: { email: known ?? '', message: '' },
      toBody: (values) => ({ ...values, ...about }),
      run: ({ email, message }, { commandId }) => createInvitation({ email, message, ...about }, commandId),
      success: (_, { email }) => `Invitation sent to ${email}`,
      invalidates: [portalKeys.one(vendor.id)],
      onSuccess: onClose,
    },
  )
  const willReset = useWillReset(about, form.values.email)
  return (
    <Dialog opened onClose={onClose} title={`Invite ${vendor.name} to the portal`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextField
            label="Email"
            description={`They get a link that works for ${INVITATION_DAYS} days.`}
            required
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
            data-autofocus
            {...form.getInputProps('email')}
          />
          {willReset && (
            <Alert color="yellow" role="alert">
              This person already works with you in the portal for another vendor. If they accept, their company’s
              portal account moves to {withStop(vendor.name)}
            </Alert>
          )}
          <TextArea label="Message" maxLength={2000} {...form.getInputProps('message')} />
          <div className={classes.dialogActions}>
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Send invitation
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  )
}
