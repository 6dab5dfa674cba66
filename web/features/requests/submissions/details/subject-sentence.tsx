import { Skeleton } from '@mantine/core'
import type { ApprovalsView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { useTimeZone } from '../../../../ui/time-zone.ts'
import { useSession } from '../../../platform/session/index.ts'
import { statusSentence } from '../status-sentence.ts'
import classes from './details.module.css'

interface SubjectSentenceProps {
  approvals: ApprovalsView | undefined
  decidedAt: string | null
}

/** Who is waiting for whom. */
export const SubjectSentence = ({ approvals, decidedAt }: SubjectSentenceProps) => {
  const session = useSession()
  const timeZone = useTimeZone()
  if (!approvals) return <Skeleton height={15} width="22rem" my={5} />
  const words = statusSentence({ approvals, decidedAt, userId: session.userId, now: new Date(), timeZone })
  return (
    <p className={classes.sentence}>
      {words.map((word, i) => {
        // A name can occur twice, so the position in the sentence is the key.
        const key = `${i} ${word.text}`
        return word.strong ? <strong key={key}>{word.text}</strong> : <span key={key}>{word.text}</span>
      })}
    </p>
  )
}
