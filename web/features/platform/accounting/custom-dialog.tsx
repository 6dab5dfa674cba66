import { Button, Group, Stack } from '@mantine/core'
import { connectCustom } from '../../../../schema/platform/accounting/endpoints.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useCompany } from '../session/index.ts'
import { afterConnecting } from './api.ts'

interface CustomDialogProps {
  opened: boolean
  onClose: () => void
  onConnected: () => void
}

/** For a system that Outlay doesn't know: its name and the currency of its books. */
export const CustomDialog = ({ opened, ...props }: CustomDialogProps) => (
  <Dialog opened={opened} onClose={props.onClose} title="Set up the custom sync">
    {opened && <Form {...props} />}
  </Dialog>
)

const Form = ({ onClose, onConnected }: Omit<CustomDialogProps, 'opened'>) => {
  const { currency } = useCompany()
  const { form, submit, isPending } = useEndpointForm(connectCustom, {
    initial: { name: '', currency },
    success: 'Custom sync set up',
    invalidates: afterConnecting,
    onSuccess: onConnected,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextField
          label="Name of the system"
          placeholder="Our ledger"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <OptionSelect
          label="Currency"
          description="Used for rows that name no currency."
          required
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          {...form.getInputProps('currency')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Set up custom sync
        </Button>
      </Group>
    </form>
  )
}
