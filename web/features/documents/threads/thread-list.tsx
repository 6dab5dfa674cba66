import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconEye, IconMessage2, IconRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { Thread } from '../../../../schema/documents/threads/endpoints.ts'
import { isMutable } from '../../../../schema/platform/bell/kinds.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { searchText } from '../../../lib/search-text.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { MuteButton } from '../../platform/bell/index.ts'
import {
  type Subject,
  useConversation,
  useEarlierComments,
  useReply,
  useResolve,
  useStartThread,
  useThreads,
} from './api.ts'
import { Comment } from './comment.tsx'
import { Composer, problemOf } from './composer.tsx'
import classes from './threads.module.css'

const search = z.object({ thread: searchText })

const useProblem = () => {
  const [problem, setProblem] = useState<string | null>(null)
  const onError = (error: Error): boolean => {
    const found = problemOf(error)
    setProblem(found)
    return found !== null
  }
  return { problem, onError }
}

const nameOf = ({ kind, id, part }: Subject): string =>
  ['comment', kind, id, part?.type, part?.id].filter(Boolean).join('.')

/** Discussions about an object or a part of it: open ones first, then resolved ones. */
export const ThreadList = ({ subject }: { subject: Subject }) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useThreads(subject)
  const [{ thread: linked }] = usePageSearch(search)
  // A link can lead to an old one.
  const looksFurther = hasNextPage && !isFetchingNextPage && linked && !data?.some(({ id }) => id === linked)
  useEffect(() => {
    if (looksFurther) void fetchNextPage()
  }, [looksFurther, fetchNextPage])
  const { isInside } = useConversation()
  const { problem, onError } = useProblem()
  const start = useStartThread(subject, { onError })
  const { part } = subject
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) {
    return (
      <div aria-busy>
        <Skeleton height={96} radius="lg" mb="md" />
        <Skeleton height={96} radius="lg" />
      </div>
    )
  }
  const shown = data.filter((thread) => !part || (thread.part?.type === part.type && thread.part.id === part.id))
  const open = shown.filter(({ resolvedAt }) => resolvedAt === null)
  const resolved = shown.filter(({ resolvedAt }) => resolvedAt !== null)
  return (
    <div className={classes.threads}>
      {isInside && !part && isMutable(subject.kind) && <MuteButton kind={subject.kind} id={subject.id} />}
      <Composer
        name={nameOf(subject)}
        label="New comment"
        action="Add comment"
        isPending={start.isPending}
        send={(draft) => start.sendAsync(draft)}
        problem={problem}
        isShared={part?.type === 'BLOCK' ? false : 'choose'}
      />
      {shown.length === 0 && !hasNextPage && (
        <EmptyState
          compact
          icon={<IconMessage2 size={20} aria-hidden />}
          title="No comments yet"
          text={`Ask or answer here. ${subject.hint}`}
        />
      )}
      {[...open, ...resolved].map((thread) => (
        <ThreadCard key={thread.id} subject={subject} thread={thread} withPart={!part} linked={thread.id === linked} />
      ))}
      {hasNextPage && (
        <ShowEarlier what="discussions" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </div>
  )
}

interface ThreadCardProps {
  subject: Subject
  thread: Thread
  withPart: boolean
  /** A link led to it: it is shown, and the page begins there. */
  linked: boolean
}

/** One discussion. */
export const ThreadCard = ({ subject, thread, withPart, linked }: ThreadCardProps) => {
  const [replying, setReplying] = useState(false)
  const [unfolded, setUnfolded] = useState(linked || thread.resolvedAt === null)
  const { outsiders, isInside } = useConversation()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (linked) card.current?.scrollIntoView({ block: 'center' })
  }, [linked])
  const { problem, onError } = useProblem()
  const reply = useReply(subject, thread.id, { onError })
  const resolve = useResolve(subject)
  const [looksBack, setLooksBack] = useState(false)
  const earlier = useEarlierComments(subject, thread, looksBack)
  const hasEarlier = looksBack && earlier.data ? earlier.hasNextPage : thread.hasEarlierComments
  const comments = [...(earlier.data ?? []).toReversed(), ...thread.commentLines]
  const [first] = comments
  const about = thread.part ? `About ${thread.part.label}` : null
  const resolved = thread.resolvedAt !== null
  return (
    <article
      ref={card}
      className={classes.thread}
      data-linked={linked || undefined}
      data-shared={(isInside && thread.isShared) || undefined}
      data-resolved={resolved || undefined}
      aria-label={`Discussion started by ${first ? fullName(first.createdByUser) : 'someone'}`}
    >
      {isInside && thread.isShared && (
        <p className={classes.shared}>
          <IconEye size={14} aria-hidden />
          Shared with {outsiders ?? 'the vendor'}
        </p>
      )}
      {withPart && about && <p className={classes.about}>{about}</p>}
      {resolved && (
        <p className={classes.dim}>
          Resolved{thread.resolvedByUser && ` by ${fullName(thread.resolvedByUser)}`}{' '}
          <DateText instant={thread.resolvedAt} />
        </p>
      )}
      {resolved && !unfolded ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setUnfolded(true)}>
          Show {comments.length === 1 ? 'the comment' : hasEarlier ? 'the comments' : `${comments.length} comments`}
        </Button>
      ) : (
        <ul className={classes.comments}>
          {hasEarlier && (
            <li>
              <ShowEarlier
                what="comments"
                loading={earlier.isFetching}
                onClick={() => (looksBack ? void earlier.fetchNextPage() : setLooksBack(true))}
              />
            </li>
          )}
          {comments.map((comment) => (
            <Comment key={comment.id} subject={subject} comment={comment} />
          ))}
        </ul>
      )}
      {replying ? (
        <Composer
          name={`${nameOf(subject)}.${thread.id}`}
          label="Reply"
          action="Reply"
          isPending={reply.isPending}
          send={(draft) => reply.sendAsync(draft)}
          problem={problem}
          isShared={thread.isShared}
          autoFocus
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div className={classes.threadActions}>
          <Button variant="subtle" size="compact-sm" onClick={() => setReplying(true)}>
            Reply
          </Button>
          {isInside && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              loading={resolve.isPending}
              leftSection={resolved ? <IconRotate size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
              onClick={() => resolve.send({ threadId: thread.id, resolved: !resolved })}
            >
              {resolved ? 'Reopen' : 'Resolve'}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
