import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { TaskFormView } from '../../../../schema/vendors/vendor-forms/task-endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { TaskStatusProps } from '../../approvals/tasks/index.ts'
import { useTaskForms } from './api.ts'
import { sentFormHref } from './sent-form-href.ts'
import { TaskSendDialog } from './task-send-dialog.tsx'
import classes from './vendor-forms.module.css'
import { sentFormState } from './words.tsx'

const TaskForm = ({ form }: { form: TaskFormView }) => {
  const { intakeCategory, recipientName, sentAt, submittedAt } = form
  return (
    <li className={classes.taskForm}>
      <span className={classes.taskFormHead}>
        {form.canOpen ? (
          <AppLink className="ol-link" href={sentFormHref(form)}>
            {intakeCategory.name}
          </AppLink>
        ) : (
          <span>{intakeCategory.name}</span>
        )}
        <StatusBadge plain {...sentFormState(form)} />
      </span>
      <span className={classes.taskFormFact}>
        {submittedAt ? 'Submitted on ' : `Sent to ${recipientName.replace(/^Everyone/, 'everyone')} on `}
        <DateText instant={submittedAt ?? sentAt} />
      </span>
    </li>
  )
}

/** The forms of a step: how far the vendor is, the answers, and sending them to someone else. */
export const VendorFormStatus = ({ submissionId, block }: TaskStatusProps) => {
  const { data, error, refetch } = useTaskForms(block.id, block.sequence)
  const [sending, setSending] = useState(false)
  const { automatic, status } = block
  const isFailed = automatic?.state === 'FAILED'
  const isOut = automatic?.state === 'SENT'
  const maySend = block.canRoute && status === 'PENDING' && block.isAwaited && (isFailed || isOut)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  return (
    <>
      {data && data.length > 0 && (
        <ul className={classes.taskForms} aria-label={`Forms of ${block.label}`}>
          {data.map((form) => (
            <TaskForm key={form.invitationId} form={form} />
          ))}
        </ul>
      )}
      {maySend && (
        <Button
          variant={isFailed ? 'default' : 'subtle'}
          size="compact-sm"
          mt={6}
          leftSection={<IconSend size={14} aria-hidden />}
          onClick={() => setSending(true)}
        >
          {isFailed ? 'Choose who gets it…' : 'Send to someone else…'}
        </Button>
      )}
      {sending && <TaskSendDialog submissionId={submissionId} block={block} onClose={() => setSending(false)} />}
    </>
  )
}
