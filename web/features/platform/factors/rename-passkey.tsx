import { Button, Group } from '@mantine/core'
import { renamePasskey as endpoint, type Passkey } from '../../../../schema/platform/factors/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { factorKeys } from './api.ts'

export const RenamePasskey = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(endpoint, {
    params: { factorId: passkey.id },
    initial: { name: passkey.name },
    invalidates: [factorKeys.own],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Rename ${passkey.name}`}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Rename
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
