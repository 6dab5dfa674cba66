import { Skeleton } from '@mantine/core'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { DocumentManager } from '../../documents/document-manager.tsx'
import { useAnswers } from '../api.ts'
import classes from './details.module.css'

/** The request's documents, by the question that asked for them. */
export const DocumentsTab = ({ id }: { id: string }) => {
  const { data, error, refetch } = useAnswers(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={120} radius="lg" />
  const answers = data.answers.filter(
    ({ type, value }) => type === 'DOCUMENTS' && Array.isArray(value) && value.length > 0,
  )
  if (answers.length === 0) {
    return <EmptyState compact title="No documents" text="Documents that are attached to the request appear here." />
  }
  return (
    <div className={classes.documents}>
      {answers.map((answer) => (
        <DocumentManager
          key={answer.questionId}
          label={answer.label}
          readOnly
          value={Array.isArray(answer.value) ? answer.value : []}
        />
      ))}
    </div>
  )
}
