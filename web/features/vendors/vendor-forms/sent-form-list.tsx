import { IconChecklist } from '@tabler/icons-react'
import { fullName } from '../../../../schema/shared/values.ts'
import { type ListedForm, listFormsCsv, sentFormList } from '../../../../schema/vendors/vendor-forms/list-endpoints.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { sentFormSearch } from './search.ts'
import { sentFormHref } from './sent-form-href.ts'
import { FormMenu } from './sent-forms.tsx'
import { sentFormState } from './words.tsx'

const COLUMNS: Column<ListedForm>[] = [
  { id: 'form', header: 'Form', cell: ({ intakeCategory }) => intakeCategory.name },
  { id: 'vendor', header: 'Vendor', width: '9rem', clip: true, cell: ({ vendor }) => vendor.name },
  { id: 'status', header: 'Status', width: '9.5rem', cell: (form) => <StatusBadge plain {...sentFormState(form)} /> },
  {
    id: 'to',
    header: 'Sent to',
    width: '8rem',
    clip: true,
    cell: ({ recipientName, email }) => <span title={email ?? undefined}>{recipientName}</span>,
  },
  {
    id: 'owner',
    header: 'Sent by',
    width: '10rem',
    clip: true,
    hiddenByDefault: true,
    cell: ({ owner }) => fullName(owner),
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: '7rem',
    sortBy: 'createdAt',
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
  {
    id: 'submittedAt',
    header: 'Submitted',
    width: '7rem',
    cell: ({ submittedAt }) => <DateText instant={submittedAt} />,
  },
  { id: 'actions', header: '', width: '3rem', align: 'right', cell: (form) => <FormMenu form={form} /> },
]

const formPage = { ...sentFormList, file: listFormsCsv }

/** Vendor management › Forms. */
export const SentFormList = () => {
  const list = useList(formPage, sentFormSearch)
  return (
    <>
      <PageHeader
        title="Vendor forms"
        subtitle="Forms that vendors fill in, and what became of their answers."
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      <ListTable<ListedForm>
        label="Vendor forms"
        list={list}
        columns={COLUMNS}
        rowHref={sentFormHref}
        empty={{
          icon: <IconChecklist size={20} aria-hidden />,
          title: 'No forms yet',
          text: 'Send a form from a vendor’s page. It appears here until it is approved, and after.',
        }}
      />
    </>
  )
}
