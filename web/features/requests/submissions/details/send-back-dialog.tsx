import { Button, Group, Text } from '@mantine/core'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { sendBackBlock } from '../../../../../schema/approvals/engine/send-back-endpoints.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useSubjectApi } from '../subject-api.ts'

interface SendBackDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** Asks the requester to change something. */
export const SendBackDialog = ({ submissionId, block, onClose }: SendBackDialogProps) => {
  const { keyOf, noun } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(sendBackBlock, {
    params: { id: block.id },
    initial: { message: '' },
    success: 'Sent back to the requester',
    invalidates: [keyOf(submissionId)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={`Send ${noun} back`}>
      <form onSubmit={submit} noValidate>
        <Text>
          The requester is asked to change it or to answer. Until then no approver is asked. Approvals so far stay,
          unless the change affects them.
        </Text>
        {block.onBehalfOf && <Text mt={4}>Acting for {block.onBehalfOf.name}.</Text>}
        <TextArea
          mt="md"
          label="What should change?"
          description="The requester and everyone involved will see this."
          required
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
            Send back
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
