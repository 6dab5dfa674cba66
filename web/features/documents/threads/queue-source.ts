import { plainText } from '../../../../schema/documents/threads/mentions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { readAddress } from '../../../lib/address.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import type { QueuePart } from '../../../ui/queue/queue-item.ts'

const needsAttentionComments = graphql(
  `query NeedsAttentionComments {
     needsAttentionComments {
       id createdAt body isMention user { firstName lastName email }
       subject { name href }
     }
   }`,
)

/** Comments that wait for the person's answer. */
export const readCommentQueue = async (signal: AbortSignal): Promise<QueuePart> => {
  const { needsAttentionComments: comments } = await runGraphql(needsAttentionComments, {}, { signal, quiet: true })
  return {
    items: comments.map(({ id, createdAt, body, isMention, user, subject }) => ({
      key: `comment.${id}`,
      kind: 'comment',
      title: subject.name,
      about: `${fullName(user)}${isMention ? ' mentioned you' : ''}: ${plainText(body)}`,
      step: 'Reply',
      amount: null,
      since: createdAt,
      dueAt: null,
      href: readAddress(subject.href),
    })),
  }
}
