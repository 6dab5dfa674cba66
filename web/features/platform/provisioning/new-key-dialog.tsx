import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { createProvisioningKey } from '../../../../schema/platform/provisioning/endpoints.ts'
import { OVERLAP_DAYS, USUAL_OVERLAP_DAYS } from '../../../../schema/platform/provisioning/values.ts'
import type { ResponseOf } from '../../../lib/rest.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CopiedText } from '../../../ui/fields/copied-text.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { provisioningKeys } from './query-keys.ts'

type Made = ResponseOf<typeof createProvisioningKey>

interface NewKeyDialogProps {
  opened: boolean
  /** Another key works, which goes on for some days. */
  replaces: boolean
  onClose: () => void
}

/** Creates a key, and shows it this one time. */
export const NewKeyDialog = ({ opened, replaces, onClose }: NewKeyDialogProps) => {
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? 'Provisioning key' : replaces ? 'Replace key' : 'Create key'}
      // A click beside the dialog would lose the key.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {opened &&
        (made ? <NewKey made={made} onDone={close} /> : <Form replaces={replaces} onClose={close} onMade={setMade} />)}
    </Dialog>
  )
}

const OPTIONS = OVERLAP_DAYS.map((days) => ({
  value: String(days),
  label: days === 0 ? 'Ends right away' : `${days} more ${days === 1 ? 'day' : 'days'}`,
}))

interface FormProps {
  replaces: boolean
  onClose: () => void
  onMade: (made: Made) => void
}

const Form = ({ replaces, onClose, onMade }: FormProps) => {
  const { form, submit, isPending } = useEndpointForm(createProvisioningKey, {
    initial: { overlapDays: String(USUAL_OVERLAP_DAYS) },
    toBody: ({ overlapDays }) => ({ overlapDays: Number(overlapDays) as (typeof OVERLAP_DAYS)[number] }),
    invalidates: [provisioningKeys.keys],
    onSuccess: onMade,
  })
  return (
    <form onSubmit={submit} noValidate>
      {replaces ? (
        <OptionSelect
          label="The current key works"
          description="Enter the new key at your identity provider before the current one ends."
          required
          options={OPTIONS}
          {...form.getInputProps('overlapDays')}
        />
      ) : (
        <p>Anyone who has the key can add, change and disable your people, so keep it like a password.</p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} data-autofocus>
          Create key
        </Button>
      </Group>
    </form>
  )
}

const NewKey = ({ made, onDone }: { made: Made; onDone: () => void }) => (
  <>
    <Alert color="yellow" title="Copy the key now">
      You won’t be able to see it again. Enter it at your identity provider as the bearer token or API token.
    </Alert>
    <CopiedText label="Key" value={made.key} />
    <CopiedText label="SCIM address" value={made.endpoint} />
    <Group justify="flex-end" mt="lg">
      <Button onClick={onDone}>I have copied the key</Button>
    </Group>
  </>
)
