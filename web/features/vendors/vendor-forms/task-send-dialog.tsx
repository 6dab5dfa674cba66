import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { requestKeys } from '../../requests/submissions/index.ts'
import { formKeys, sendTaskForms, type TaskFormsToSend } from './api.ts'
import { RecipientFields, recipientBody, recipientProblem, useRecipient } from './recipient-fields.tsx'

interface TaskSendDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** Sends the forms of a step to the person whom someone chooses. */
export const TaskSendDialog = ({ submissionId, block, onClose }: TaskSendDialogProps) => {
  const { toVendorId = null, emailCopy = '' } = block.sendVendorForm ?? {}
  const [vendorId, setVendor] = useState<string | null>(toVendorId)
  const [message, setMessage] = useState(emailCopy)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const recipient = useRecipient(vendorId)
  const sending = useCommand<TaskFormsToSend>({
    run: (body, { commandId }) => sendTaskForms(block.id, body, commandId),
    success: 'Form sent',
    invalidates: [formKeys.all, requestKeys.one(submissionId)],
    onSuccess: onClose,
    onError: (error) => {
      if (!isApiError(error) || !error.fields) return undefined
      setErrors(error.fields)
      return true
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const problem = recipientProblem(recipient)
    const found = { ...(!vendorId && { vendorId: 'Required' }), ...(vendorId && problem && { email: problem }) }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    sending.send({ vendorId: vendorId ?? undefined, ...recipientBody(recipient), message })
  }
  const names = (block.sendVendorForm?.formsToSend ?? []).map(({ name }) => name).filter(Boolean)
  return (
    <Dialog opened onClose={onClose} title={names.length === 1 ? `Send ${names[0]}` : 'Send forms'}>
      <form noValidate onSubmit={send}>
        <Stack gap="md">
          <AsyncOptionSelect
            kind="vendor"
            label="Vendor"
            required
            value={vendorId}
            error={errors.vendorId}
            onChange={(next) => {
              setVendor(next)
              setErrors({})
              recipient.clear()
            }}
          />
          {vendorId && <RecipientFields recipient={recipient} errors={errors} />}
          <TextArea
            label="Message"
            value={message}
            error={errors.message}
            maxLength={5000}
            description="The vendor sees this in the email and above the form. Forms that are still open elsewhere are closed."
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {names.length > 1 ? 'Send forms' : 'Send form'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
