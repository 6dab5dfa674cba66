import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plainText } from '../../../../schema/documents/threads/mentions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import * as linkEndpoints from '../../../../schema/vendors/vendor-forms/link-endpoints.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type Conversation, ConversationProvider, type Subject, ThreadList } from '../../documents/threads/index.ts'
import { byLink, formKeys } from './api.ts'
import { fileHref, uploadFor } from './document-api.ts'
import classes from './vendor-forms.module.css'

/** Discussions as the vendor has them: only those that are shared, with the vendor's own calls. */

const inside = <Line extends object>(line: Line) => ({ ...line, impersonator: null })

const VENDORS: Conversation = {
  outsiders: null,
  isInside: false,
  files: { send: uploadFor(), href: fileHref },
  list: async ({ id: intakeSubmissionId }, _, signal) => {
    const threads = await call(endpoints.listVendorThreads, { params: { intakeSubmissionId }, query: {}, signal })
    return threads.map((thread) => ({ ...thread, isShared: true, commentLines: thread.commentLines.map(inside) }))
  },
  reply: (threadId, { body, documentIds }, commandId) =>
    call(endpoints.replyToThread, { params: { threadId }, body: { body, documentIds }, commandId }),
  update: (commentId, body, commandId) =>
    call(endpoints.updateVendorComment, { params: { commentId }, body, commandId }),
  remove: (commentId, commandId) => call(endpoints.deleteVendorComment, { params: { commentId }, commandId }),
  mentionable: (query, signal) => call(endpoints.listMentionable, { query: query ? { query } : {}, signal }),
}

const subjectOf = (intakeSubmissionId: string, company: string, part: Subject['part']): Subject => ({
  kind: 'INTAKE_SUBMISSION',
  id: intakeSubmissionId,
  queryKey: [...formKeys.one(intakeSubmissionId), 'discussions'],
  part,
  hint: `${company} reads what you write here.`,
  start: ({ body: commentBody, documentIds }, commandId) => {
    const about = part && { intakeSubmissionAnswerId: part.id }
    return call(endpoints.createVendorThread, {
      params: { intakeSubmissionId },
      body: { commentBody, documentIds, ...about },
      commandId,
    })
  },
})

interface FormDiscussionProps {
  id: string
  company: string
}

/** The discussions about the form and its answers. */
export const FormDiscussion = ({ id, company }: FormDiscussionProps) => (
  <section aria-labelledby="discussion" className={classes.discussion}>
    <h2 id="discussion" className={classes.reviewTitle}>
      Comments
    </h2>
    <ConversationProvider value={VENDORS}>
      <ThreadList subject={subjectOf(id, company, null)} />
    </ConversationProvider>
  </section>
)

/** By a link: without mentions, and comments can't be changed. */
const linkConversation = (token: string): Conversation => ({
  ...VENDORS,
  files: { send: byLink(token).documents.upload, href: byLink(token).documents.href },
  list: async (_subject, _page, signal) => {
    const threads = await call(linkEndpoints.listLinkThreads, { params: { token }, signal, anonymous: true })
    return threads.map((thread) => ({ ...thread, isShared: true, commentLines: thread.commentLines.map(inside) }))
  },
  reply: (threadId, { body, documentIds }, commandId) =>
    call(linkEndpoints.replyByLink, {
      params: { token, threadId },
      body: { body, documentIds },
      commandId,
      anonymous: true,
    }),
  mentionable: async () => [],
})

/** The discussions about a form, for people who have only its link. */
export const LinkDiscussion = ({ id, company, token }: FormDiscussionProps & { token: string }) => {
  const [conversation] = useState(() => linkConversation(token))
  return (
    <section aria-labelledby="discussion" className={classes.discussion}>
      <h2 id="discussion" className={classes.reviewTitle}>
        Comments
      </h2>
      <ConversationProvider value={conversation}>
        <ThreadList
          subject={{
            ...subjectOf(id, company, null),
            queryKey: ['vendor-form-link', token, 'discussions'],
            start: ({ body: commentBody, documentIds }, commandId) =>
              call(linkEndpoints.createLinkThread, {
                params: { token },
                body: { commentBody, documentIds },
                commandId,
                anonymous: true,
              }),
          }}
        />
      </ConversationProvider>
    </section>
  )
}

interface AnswerDiscussionProps extends FormDiscussionProps {
  answer: { questionId: string; label: string }
  onClose: () => void
}

/** The discussions about one answer. */
export const AnswerDiscussion = ({ id, company, answer, onClose }: AnswerDiscussionProps) => (
  <Dialog opened onClose={onClose} title={`Comments on ${answer.label}`}>
    <ConversationProvider value={VENDORS}>
      <ThreadList subject={subjectOf(id, company, { type: 'ANSWER', id: answer.questionId })} />
    </ConversationProvider>
  </Dialog>
)

/** On the vendor's home: comments of the customer that no one at the vendor has answered. */
export const WaitingVendorComments = () => {
  const { data, error, refetch } = useQuery({
    queryKey: [...formKeys.all, 'comments'],
    queryFn: ({ signal }) => call(endpoints.vendorAttention, { signal }),
  })
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <ul className={classes.waiting} aria-label="Comments for you">
      {data.map(({ id, user, body, form, createdAt, company, intakeSubmissionThread: { intakeSubmissionId } }) => (
        <li key={id}>
          <AppLink href={to('/v/forms/$intakeSubmissionId', { intakeSubmissionId })} className={classes.waitingForm}>
            <span>
              <strong>{form}</strong>
              <span className={classes.from}>
                {fullName(user)} of {company.name} wrote: {plainText(body)}
              </span>
            </span>
            <AgeText instant={createdAt} />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

/** Opens the discussions about an answer. */
export const CommentOn = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="subtle" color="gray" size="compact-xs" aria-label={`Comment on ${label}`} onClick={onClick}>
    Comment
  </Button>
)
