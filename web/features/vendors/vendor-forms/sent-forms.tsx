import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBan, IconChecklist, IconDots, IconMail, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { closeForm, deleteForm, formKeys, resendForm, type SentForm, useFormsOfVendor } from './api.ts'
import { SendFormDialog, type VendorToAsk } from './send-dialog.tsx'
import { sentFormHref } from './sent-form-href.ts'
import classes from './vendor-forms.module.css'
import { sentFormState } from './words.tsx'

/** The forms that were sent to one vendor, on its page. */

const COLUMNS: Column<SentForm>[] = [
  { id: 'form', header: 'Form', cell: ({ intakeCategory }) => intakeCategory.name },
  {
    id: 'to',
    header: 'Sent to',
    width: '14rem',
    clip: true,
    cell: ({ recipientName, email }) => <span title={email ?? undefined}>{recipientName}</span>,
  },
  { id: 'status', header: 'Status', width: '12rem', cell: (form) => <StatusBadge plain {...sentFormState(form)} /> },
  { id: 'sentAt', header: 'Sent', width: '8rem', cell: ({ sentAt }) => <DateText instant={sentAt} /> },
  {
    id: 'submittedAt',
    header: 'Submitted',
    width: '8rem',
    cell: ({ submittedAt }) => <DateText instant={submittedAt} />,
  },
  { id: 'actions', header: '', width: '3rem', align: 'right', cell: (form) => <FormMenu form={form} /> },
]

/** What can be done with a form that the vendor hasn't submitted. */
export const useFormActions = (form: SentForm) => {
  const { intakeSubmissionId: id, intakeCategory, vendor } = form
  const invalidates = [formKeys.all]
  const again = useCommand({
    run: (_: undefined, { commandId }) => resendForm(id, commandId),
    success: `${intakeCategory.name} sent to ${form.recipientName} again`,
    invalidates,
  })
  const close = useCommand({
    run: (_: undefined, { commandId }) => closeForm(id, commandId),
    success: `${intakeCategory.name} closed`,
    invalidates,
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => deleteForm(id, commandId),
    success: `${intakeCategory.name} deleted`,
    invalidates,
  })
  const askToClose = async () => {
    const agreed = await confirm({
      title: `Close ${intakeCategory.name}?`,
      text: `${vendor.name} can no longer open it. To open it again, send it again.`,
      confirmLabel: 'Close form',
    })
    if (agreed) close.send(undefined)
  }
  const askToDelete = async () => {
    const agreed = await confirm({
      title: `Delete ${intakeCategory.name}?`,
      text: 'The form and its draft answers are permanently deleted.',
      confirmLabel: 'Delete form',
      danger: true,
    })
    if (agreed) remove.send(undefined)
  }
  return { resend: () => again.send(undefined), askToClose, askToDelete }
}

export const FormMenuItems = ({ form }: { form: SentForm }) => {
  const { resend, askToClose, askToDelete } = useFormActions(form)
  const isOpen = form.status === 'UNSUBMITTED'
  return (
    <>
      {form.status !== 'APPROVED' && (
        <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={resend}>
          {form.revokedAt ? 'Send again' : 'Send reminder'}
        </Menu.Item>
      )}
      {isOpen && !form.revokedAt && (
        <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => void askToClose()}>
          Close form
        </Menu.Item>
      )}
      {isOpen && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askToDelete()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}

export const FormMenu = ({ form }: { form: SentForm }) =>
  form.canManage && form.status !== 'APPROVED' && !form.archived ? (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${form.intakeCategory.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <FormMenuItems form={form} />
      </Menu.Dropdown>
    </Menu>
  ) : null

export const SentForms = ({ vendor, canSend }: { vendor: VendorToAsk; canSend: boolean }) => {
  const [sending, setSending] = useState(false)
  const { data, error, refetch } = useFormsOfVendor(vendor.id)
  return (
    <>
      <div className={classes.tabHead}>
        <p>Forms that {vendor.name} was asked to fill in.</p>
        {canSend && (
          <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setSending(true)}>
            Send form
          </Button>
        )}
      </div>
      <TableView<SentForm>
        label={`Forms of ${vendor.name}`}
        columns={COLUMNS}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ intakeSubmissionId }) => intakeSubmissionId}
        rowHref={sentFormHref}
        empty={{
          icon: <IconChecklist size={20} aria-hidden />,
          title: 'No forms yet',
          text: `Forms that you send to ${vendor.name} appear here with their answers.`,
        }}
      />
      {sending && <SendFormDialog vendor={vendor} onClose={() => setSending(false)} />}
    </>
  )
}
