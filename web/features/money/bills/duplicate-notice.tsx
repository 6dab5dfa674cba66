import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { permissionsQuery } from '../../platform/session/index.ts'
import own from './bills.module.css'
import { type ComparedBill, ComparedWith } from './compare.tsx'
import type { BillForm } from './lines/line-extras.tsx'

interface DuplicateNoticeProps {
  form: BillForm
  /** The bill that has the number, or null if someone is entering it right now. */
  otherId: string | null
  typed: ComparedBill
}

/** The number was refused: what is typed beside the bill that has it, and an admin's way through. */
export const DuplicateNotice = ({ form, otherId, typed }: DuplicateNoticeProps) => {
  const isAdmin = useQuery(permissionsQuery).data?.hasAdminAccess === true
  return (
    <Alert role="alert" color="yellow" mb="md" title="There is a bill with this invoice number already">
      <p className={own.noticeText}>
        {isAdmin
          ? 'If both are right, say why, and submit again. The reason appears in the history.'
          : 'If both are right, ask an admin to enter this one.'}
      </p>
      {otherId ? (
        <ComparedWith left={typed} otherId={otherId} />
      ) : (
        <p className={own.noticeText}>Someone else is entering it right now. Try again in a minute.</p>
      )}
      {isAdmin && otherId && (
        <TextArea
          label="Why it is entered anyway"
          maxLength={2000}
          minRows={2}
          {...form.getInputProps('duplicateReason')}
        />
      )}
    </Alert>
  )
}
