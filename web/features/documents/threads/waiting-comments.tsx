import { useQuery } from '@tanstack/react-query'
import { plainText } from '../../../../schema/documents/threads/mentions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { readAddress } from '../../../lib/address.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import classes from './waiting-comments.module.css'

const needsAttentionComments = graphql(
  `query NeedsAttentionComments {
     needsAttentionComments {
       id createdAt body isMention user { firstName lastName email }
       subject { name href }
     }
   }`,
)

const SHOWN = 5

/** Comments waiting for the person's answer. Hidden if there are none. */
export const WaitingComments = () => {
  const { data, isLoading } = useQuery({
    queryKey: ['home', 'comments'],
    queryFn: ({ signal }) => runGraphql(needsAttentionComments, {}, { signal, quiet: true }),
  })
  useNotYet(isLoading)
  const comments = data?.needsAttentionComments ?? []
  if (comments.length === 0) return null
  return (
    <section aria-labelledby="waiting-comments">
      <h2 id="waiting-comments" className={classes.title}>
        Comments for you
      </h2>
      <ul className={classes.list}>
        {comments.slice(0, SHOWN).map(({ id, createdAt, body, isMention, user, subject }) => (
          <li key={id} className={classes.row}>
            <PersonAvatar name={fullName(user)} />
            <div className={classes.text}>
              <AppLink className="ol-link" href={readAddress(subject.href)}>
                {subject.name}
              </AppLink>
              <p className={classes.body}>
                {fullName(user)} {isMention ? 'mentioned you' : 'wrote'}: {plainText(body)}
              </p>
            </div>
            <AgeText instant={createdAt} />
          </li>
        ))}
      </ul>
      {comments.length > SHOWN && <p className={classes.more}>and {comments.length - SHOWN} more</p>}
    </section>
  )
}
