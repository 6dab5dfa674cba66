import { Button, Group, Text } from '@mantine/core'
import { withdrawSubject } from '../../../../../schema/approvals/engine/send-back-endpoints.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useSubjectApi } from '../subject-api.ts'

/** The requester takes back what isn't decided yet. */
export const WithdrawDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { keyOf, noun, targetType } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(withdrawSubject, {
    params: { targetType, id },
    initial: { message: '' },
    success: `${noun[0]?.toUpperCase()}${noun.slice(1)} withdrawn`,
    invalidates: [keyOf(id)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Withdraw ${noun}`}>
      <form onSubmit={submit} noValidate>
        <Text>Approvals stop and approvers are notified. You can edit and submit it again later.</Text>
        <TextArea
          mt="md"
          label="Message"
          description="Optional. Approvers will see this."
          maxLength={5000}
          minRows={2}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Withdraw {noun}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
