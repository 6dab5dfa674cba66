import { Button, Group, Text } from '@mantine/core'
import { attachToEntity, type PaymentMethod } from '../../../../schema/money/payments/account-endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { paymentKeys } from './api.ts'
import { bankName } from './words.ts'

/** The entities of the accounting system. Undefined while they are read. */
export type UseEntities = () => { id: string; name: string }[] | undefined

interface EntityDialogProps {
  useEntities: UseEntities
  bank: PaymentMethod | null
  onClose: () => void
}

/** Chooses an entity of the accounting system that uses a bank account instead of the default one. */
export const EntityDialog = ({ bank, onClose, useEntities }: EntityDialogProps) => (
  <Dialog opened={bank !== null} onClose={onClose} title="Use for an entity">
    {bank && <EntityForm bank={bank} onClose={onClose} useEntities={useEntities} />}
  </Dialog>
)

type FormProps = EntityDialogProps & { bank: PaymentMethod }

const EntityForm = ({ bank, onClose, useEntities }: FormProps) => {
  const entities = useEntities()
  const { form, submit, isPending } = useEndpointForm(attachToEntity, {
    params: { paymentMethodId: bank.id },
    initial: { erpEntityId: null as string | null },
    success: `${bankName(bank)} is used for the entity`,
    invalidates: [paymentKeys.methods],
    onSuccess: onClose,
  })
  if (entities?.length === 0)
    return <Text>There are no entities. They come from the accounting system, once it is connected.</Text>
  return (
    <form onSubmit={submit} noValidate>
      <OptionSelect
        label="Entity"
        description="Its payments use this account instead of the default one."
        required
        options={(entities ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('erpEntityId')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Use bank account
        </Button>
      </Group>
    </form>
  )
}
