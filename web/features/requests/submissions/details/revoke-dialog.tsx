import { Button, Group, Text } from '@mantine/core'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { revokeDecision } from '../../../../../schema/approvals/engine/revoke-endpoints.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useSubjectApi } from '../subject-api.ts'

interface RevokeDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** Takes back one's decision, with the reason for everyone who knew of it. */
export const RevokeDialog = ({ submissionId, block, onClose }: RevokeDialogProps) => {
  const { keyOf, noun } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(revokeDecision, {
    params: { id: block.id },
    initial: { reason: '' },
    success: 'Decision revoked',
    invalidates: [keyOf(submissionId)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Revoke my decision">
      <form onSubmit={submit} noValidate>
        <Text>
          “{block.label}” waits for a decision again, and so do later steps. Everyone on this {noun} will see that you
          revoked your decision and why. You can decide again.
        </Text>
        <TextArea
          mt="md"
          label="Reason"
          required
          maxLength={5000}
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Revoke decision
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
