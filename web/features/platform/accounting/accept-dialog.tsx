import { Button, Group, Stack } from '@mantine/core'
import { acceptDrift, type Drift } from '../../../../schema/platform/accounting/drift-endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { accountingKeys } from './api.ts'

interface AcceptDialogProps {
  drift: Drift | null
  onClose: () => void
}

/** Asks why what was changed in the accounting system may stay so. */
export const AcceptDialog = ({ drift, onClose }: AcceptDialogProps) => (
  <Dialog
    opened={drift !== null}
    onClose={onClose}
    title={drift?.drift === 'DELETED' ? 'Accept that it was deleted' : 'Accept what is there'}
  >
    {drift && <ReasonForm drift={drift} onClose={onClose} />}
  </Dialog>
)

const ReasonForm = ({ drift, onClose }: { drift: Drift; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(acceptDrift, {
    params: { entryId: drift.id },
    initial: { reason: '' },
    success: 'Accepted',
    invalidates: [accountingKeys.all],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextArea
          label="Reason"
          description="Outlay keeps what the accounting system has. Your reason appears in the company’s history."
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Accept
        </Button>
      </Group>
    </form>
  )
}
