import { Button, Group, Text } from '@mantine/core'
import { openPeople } from '../../../../../schema/approvals/engine/block-people.ts'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { bypassIntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import { shortListOf } from '../../../../../schema/shared/name-lists.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useSubjectApi } from '../subject-api.ts'

interface BypassDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** A bypass is recorded with its reason. */
export const BypassDialog = ({ submissionId, block, onClose }: BypassDialogProps) => {
  const { bypass, keyOf, noun } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(bypassIntakeSubmission, {
    run: (body, { commandId }) => bypass(submissionId, body, commandId),
    initial: { approverNote: '' },
    toBody: ({ approverNote }) => ({ levelGroupStatusId: block.id, approverNote }),
    success: 'Step bypassed',
    invalidates: [keyOf(submissionId)],
    onSuccess: onClose,
  })
  const people = openPeople(block)
  return (
    <Dialog opened onClose={onClose} title="Bypass step">
      <form onSubmit={submit} noValidate>
        <Text>
          The {noun} continues without “{block.label}”
          {people.length > 0 && `, which waits for ${shortListOf(people, 'or')}`}. Everyone on this {noun} will see that
          you bypassed it and why.
        </Text>
        <TextArea
          mt="md"
          label="Reason"
          required
          maxLength={5000}
          minRows={2}
          data-autofocus
          {...form.getInputProps('approverNote')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Bypass step
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
