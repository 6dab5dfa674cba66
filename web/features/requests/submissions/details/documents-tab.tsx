import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { RequestDocument } from '../../../../../schema/requests/endpoints.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { confirmRemoval, DocumentManager } from '../../../documents/documents/index.ts'
import { type Removed, useAttach, useDetach, useRequestDocuments } from './actions-api.ts'
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
  const take = async (document: Removed): Promise<void> => {
    if (await confirmRemoval(document.displayName, 'this request')) detach.send(document)
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
          onDetach={(document) => void take(document)}
        />
      ))}
      <DocumentManager
        label="Attached to the request"
        value={ids}
        removable={removable}
        onDetach={(document) => void take(document)}
        onChange={(next) => {
          const added = next.filter((documentId) => !ids.includes(documentId))
          if (added.length > 0) attach.send(added)
        }}
      />
    </div>
  )
}
