import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { RequestDocument } from '../../../../../schema/requests/endpoints.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { DocumentManager } from '../../../documents/documents/index.ts'
import { useAttach, useDetach, useRequestDocuments } from './actions-api.ts'
import classes from './details.module.css'

const groupsOf = (documents: readonly RequestDocument[]) =>
  [
    ...Map.groupBy(
      documents.filter(({ source }) => source !== 'REQUEST'),
      ({ source, label }) => `${source} ${label}`,
    ),
  ].map(([key, some]) => ({ key, label: some[0]?.label ?? '', some }))

/** The request's documents, by the question or step they belong to, and those of the whole request. */
export const DocumentsTab = ({ id }: { id: string }) => {
  const { data, error, refetch } = useRequestDocuments(id)
  const attach = useAttach(id, null)
  const detach = useDetach(id)
  const attached = useMemo(() => (data ?? []).filter(({ source }) => source === 'REQUEST'), [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={120} radius="lg" />
  const ids = attached.map((document) => document.id)
  const take = async (documentId: string): Promise<void> => {
    const sure = await confirm({
      title: 'Remove document',
      text: 'It’s removed from this request. People who could see it only here lose access. While the request is in review, approvals given with it restart.',
      confirmLabel: 'Remove document',
      danger: true,
    })
    if (sure) detach.send(documentId)
  }
  const removable = new Set(data.filter(({ canRemove }) => canRemove).map((document) => document.id))
  return (
    <div className={classes.documents}>
      {groupsOf(data).map(({ key, label, some }) => (
        <DocumentManager
          key={key}
          label={label}
          readOnly
          value={some.map((document) => document.id)}
          removable={removable}
          onDetach={(documentId) => void take(documentId)}
        />
      ))}
      <DocumentManager
        label="Attached to the request"
        value={ids}
        removable={removable}
        onDetach={(documentId) => void take(documentId)}
        onChange={(next) => {
          const added = next.filter((documentId) => !ids.includes(documentId))
          if (added.length > 0) attach.send(added)
        }}
      />
    </div>
  )
}
