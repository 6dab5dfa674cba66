import { Button, Group } from '@mantine/core'
import { addIntakeVendors } from '../../../../../../schema/requests/endpoints.ts'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../../ui/endpoint-form.ts'
import { AsyncOptionSelect } from '../../../../platform/lookups/index.ts'
import { requestKeys } from '../../api.ts'

/** Links vendors to a request, beside those in its answers. */
export const LinkDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(addIntakeVendors, {
    params: { id },
    initial: { vendorIds: [] as string[] },
    success: (_, { vendorIds }) => (vendorIds.length === 1 ? 'Vendor linked' : 'Vendors linked'),
    invalidates: [requestKeys.one(id)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Link vendors">
      <form onSubmit={submit} noValidate>
        <AsyncOptionSelect
          multiple
          kind="vendor"
          label="Vendors"
          description="Visible to everyone on this request. Vendors aren’t emailed."
          placeholder="Search vendors"
          {...form.getInputProps('vendorIds')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Link vendors
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
