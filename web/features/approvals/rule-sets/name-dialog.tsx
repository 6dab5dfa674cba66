import { Alert, Button, Group } from '@mantine/core'
import { renameSpendRuleSet, ruleSetName } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { keysOf } from './api.ts'
import { useRuleSubject } from './rule-subject.ts'

interface NameDialogProps {
  /** Null for a new one. */
  ruleSet: { id: string; name: string; version: number } | null
  opened: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}

/** Creates a rule set or renames one. */
export const NameDialog = ({ opened, ...props }: NameDialogProps) => (
  <Dialog
    opened={opened}
    onClose={props.onClose}
    title={props.ruleSet ? `Rename ${props.ruleSet.name}` : 'New rule set'}
  >
    {opened && <NameForm {...props} />}
  </Dialog>
)

const NameForm = ({ ruleSet, onClose, onCreated }: Omit<NameDialogProps, 'opened'>) => {
  const subject = useRuleSubject()
  const { form, submit, isPending, theirs } = useEndpointForm(ruleSet ? renameSpendRuleSet : { body: ruleSetName }, {
    run: (body, { commandId }) =>
      ruleSet ? subject.api.rename(ruleSet.id, body, commandId) : subject.api.create(body.name, commandId),
    initial: { name: ruleSet?.name ?? '' },
    edited: ruleSet && { version: ruleSet.version, read: () => subject.api.read(ruleSet.id) },
    success: (_, { name }) => (ruleSet ? `Renamed to ${name}` : `${name} created`),
    invalidates: [keysOf(subject).all],
    onSuccess: ({ id }) => {
      onClose()
      if (!ruleSet) onCreated?.(id)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      {theirs && theirs !== 'gone' && (
        <Alert color="yellow" mb="md" role="alert">
          Someone changed this rule set in the meantime. It is now called “{theirs.name}”. Your name is still here; save
          again to give it.
        </Alert>
      )}
      <TextField
        label="Name"
        description={subject.words.nameHelp}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {ruleSet ? (theirs ? 'Save mine' : 'Rename rule set') : 'Create rule set'}
        </Button>
      </Group>
    </form>
  )
}
