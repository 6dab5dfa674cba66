import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useGo } from '../../../lib/address.ts'
import { Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { History } from '../../platform/audit/index.ts'
import { MATRICES_HREF, useMatrix } from './api.ts'
import { MatrixEditor } from './matrix-editor.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useDeleteMatrix } from './use-delete-matrix.tsx'

const CRUMBS = [{ label: 'Approver matrix', href: MATRICES_HREF }]

/** One approver matrix: its grid and its history. */
export const MatrixPage = ({ id }: { id: string }) => {
  const go = useGo()
  const [renaming, setRenaming] = useState(false)
  const { data, error, refetch } = useMatrix(id)
  const { ask, refusal } = useDeleteMatrix(() => go.to(MATRICES_HREF))
  if (!data) {
    const retry = () => void refetch()
    return <PendingPage title="Approver matrix" breadcrumbs={CRUMBS} error={error} onRetry={retry} />
  }
  return (
    <>
      <PageHeader
        title={data.name}
        tabTitle={`Approver matrix - ${data.name}`}
        breadcrumbs={CRUMBS}
        subtitle="Every row that matches a request counts, and the people in all of them approve."
        menu={
          <>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
              Rename
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask(data)}>
              Delete
            </Menu.Item>
          </>
        }
      />
      <MatrixEditor key={data.id} matrix={data} />
      <Section id="history" title="History">
        <History targetType="APPROVER_MATRIX" targetId={id} queryKey={['approver-matrix', 'history', id]} />
      </Section>
      <NameDialog matrix={data} opened={renaming} onClose={() => setRenaming(false)} />
      {refusal}
    </>
  )
}
