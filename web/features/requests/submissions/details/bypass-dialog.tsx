import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { openPeople } from '../../../../../schema/approvals/engine/block-people.ts'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { shortListOf } from '../../../../../schema/shared/name-lists.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useBypass } from './actions-api.ts'

interface BypassDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** A bypass is recorded with its reason. */
export const BypassDialog = ({ submissionId, block, onClose }: BypassDialogProps) => {
  const form = useForm({
    initialValues: { approverNote: '' },
    validate: { approverNote: (note) => (note.trim() ? null : 'Required') },
  })
  const bypass = useBypass(submissionId, { form })
  const people = openPeople(block)
  return (
    <Dialog opened onClose={onClose} title="Bypass step">
      <form
        onSubmit={form.onSubmit(({ approverNote }) => {
          void bypass
            .sendAsync({ levelGroupStatusId: block.id, approverNote: approverNote.trim() })
            .then(onClose, () => {})
        })}
      >
        <Text>
          The request continues without “{block.label}”
          {people.length > 0 && `, which waits for ${shortListOf(people, 'or')}`}. Everyone on this request will see
          that you bypassed it and why.
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
          <Button variant="default" onClick={onClose} disabled={bypass.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={bypass.isPending}>
            Bypass step
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
