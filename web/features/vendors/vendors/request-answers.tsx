import { Button, Skeleton } from '@mantine/core'
import type { VendorIntakeAnswer } from '../../../../schema/vendors/vendors/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Fact, Facts, Section } from '../../../ui/details.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { linesOf, NoteText } from '../../requests/submissions/index.ts'
import { useIntakeAnswers } from './api.ts'
import classes from './vendors.module.css'

const Lines = ({ answer }: { answer: VendorIntakeAnswer }) => {
  const { type, value } = answer
  const documentIds = type === 'DOCUMENTS' && Array.isArray(value) ? value : []
  return linesOf(answer).map((line, index) => {
    const documentId = documentIds[index]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an answer have no other identity
      <div key={index}>
        {typeof documentId === 'string' ? (
          <AppLink className="ol-link" href={to('/documents/$documentId', { documentId })}>
            {line}
          </AppLink>
        ) : (
          <RichText text={line} />
        )}
      </div>
    )
  })
}

const stateOf = ({ status, archived }: VendorIntakeAnswer['request']): string => {
  if (archived) return ' · archived'
  if (status === 'APPROVED') return ''
  return status === 'PENDING' ? ' · pending' : ' · rejected'
}

/** A vendor's answers from requests, each with its request. Hidden if there are none. */
export const RequestAnswers = ({ vendorId }: { vendorId: string }) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useIntakeAnswers(vendorId)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={64} mt={32} />
  // Pages come newest first, so an older answer doesn't replace a newer one.
  const newest = new Map<string, VendorIntakeAnswer>()
  for (const { node } of data.pages.flatMap(({ edges }) => edges)) {
    if (!newest.has(node.questionId)) newest.set(node.questionId, node)
  }
  if (newest.size === 0 && !hasNextPage) return null
  return (
    <Section id="from-requests" title="From requests">
      <Facts>
        {[...newest.values()].map((answer) => (
          <Fact key={answer.questionId} label={answer.label}>
            <Lines answer={answer} />
            {answer.note && <NoteText note={answer.note} />}
            <div className={classes.source}>
              <AppLink
                className="ol-link"
                href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: answer.request.id })}
              >
                #{answer.request.number} {answer.request.title}
              </AppLink>
              , <DateText instant={answer.request.submittedAt} />
              {stateOf(answer.request)}
            </div>
          </Fact>
        ))}
      </Facts>
      {hasNextPage && (
        <Button
          className={classes.add ?? ''}
          variant="subtle"
          size="compact-sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Search older requests
        </Button>
      )}
    </Section>
  )
}
