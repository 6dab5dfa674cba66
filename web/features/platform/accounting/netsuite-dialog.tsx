import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core'
import { connectNetsuite } from '../../../../schema/platform/accounting/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { asterisk } from '../../../ui/fields/field-props.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { afterConnecting } from './api.ts'

interface NetsuiteDialogProps {
  opened: boolean
  onClose: () => void
  onConnected: () => void
}

/** Asks for the tokens of a NetSuite integration. They are tried before they are kept. */
export const NetsuiteDialog = ({ opened, onClose, onConnected }: NetsuiteDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title="Connect NetSuite">
    {opened && <TokenForm onClose={onClose} onConnected={onConnected} />}
  </Dialog>
)

const TokenForm = ({ onClose, onConnected }: Omit<NetsuiteDialogProps, 'opened'>) => {
  const { form, submit, isPending } = useEndpointForm(connectNetsuite, {
    initial: {
      ...{ realmId: '', consumerKey: '', consumerSecret: '', token: '', tokenSecret: '' },
      triggerAllTimeSync: false,
    },
    success: 'NetSuite connected',
    invalidates: afterConnecting,
    onSuccess: onConnected,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextField
          label="Account ID"
          description="In NetSuite under Setup › Company › Company Information."
          placeholder="123456_SB1"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('realmId')}
        />
        <TextField label="Consumer key" required autoComplete="off" {...form.getInputProps('consumerKey')} />
        <PasswordInput
          label="Consumer secret"
          {...asterisk(true)}
          autoComplete="off"
          {...form.getInputProps('consumerSecret')}
        />
        <TextField label="Token ID" required autoComplete="off" {...form.getInputProps('token')} />
        <PasswordInput
          label="Token secret"
          {...asterisk(true)}
          autoComplete="off"
          {...form.getInputProps('tokenSecret')}
        />
        <Checkbox
          label="Read all years"
          description="Otherwise the last two years are read."
          {...form.getInputProps('triggerAllTimeSync', { type: 'checkbox' })}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Connect NetSuite
        </Button>
      </Group>
    </form>
  )
}
