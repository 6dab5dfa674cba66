import { Button } from '@mantine/core'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { useSubjectApi } from '../subject-api.ts'
import { type Act, completionOf } from './act.ts'
import classes from './details.module.css'

/** On a phone: the decision within reach of the thumb, with one tap to the dialog and one to confirm. */
export const DecisionBar = ({ mine, act }: { mine: BlockView[]; act: Act }) => {
  const { noun } = useSubjectApi()
  const block = mine[0]
  if (!block) return null
  return (
    <section className={classes.bar} data-no-print aria-label="Your decision">
      <p className={classes.barText}>
        {block.label}
        {mine.length > 1 && ` and ${mine.length - 1} more`}
      </p>
      {block.canDecide ? (
        <>
          <Button variant="default" aria-label={`Reject ${noun}`} onClick={() => act({ kind: 'reject', block })}>
            Reject
          </Button>
          {block.canSendBack && (
            <Button variant="default" onClick={() => act({ kind: 'send-back', block })}>
              Send back
            </Button>
          )}
          <Button aria-label={`Approve ${noun}`} onClick={() => act({ kind: 'approve', block })}>
            Approve
          </Button>
        </>
      ) : (
        <Button onClick={() => act({ kind: completionOf(block).kind, block })}>{completionOf(block).label}</Button>
      )}
    </section>
  )
}
