import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { cancelReset, memberFactorsQuery, resetFactors } from './api.ts'
import classes from './factors.module.css'

export interface MemberFactorsProps {
  memberId: string
  name: string
  /** An admin, or someone who works with payments: a reset waits for a day. */
  waitsADay: boolean
  isSelf: boolean
}

/** On a member's page, for admins: which second factors they have, and the way to reset lost ones. */
export const MemberFactors = ({ memberId, name, waitsADay, isSelf }: MemberFactorsProps) => {
  const of = memberFactorsQuery(memberId)
  const { data, error, refetch } = useQuery(of)
  const reset = useCommand({
    run: (id: string, { commandId }) => resetFactors(id, commandId),
    invalidates: [of.queryKey],
    success: ({ effectiveAt }) =>
      effectiveAt === null ? `The second factor of ${name} was reset` : 'The reset takes effect in a day',
  })
  const cancel = useCommand({
    run: (id: string, { commandId }) => cancelReset(id, commandId),
    invalidates: [of.queryKey],
    success: 'The reset was canceled',
  })
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSpinner />
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Reset the second factor of ${name}?`,
      text: `Their passkeys, app and recovery codes stop working${waitsADay ? ' in a day, because they are an admin or work with payments' : ''}. Make sure first that it is really them who asks. You’re both told by email.`,
      confirmLabel: 'Reset second factor',
      danger: true,
    })
    if (agreed) reset.send(memberId)
  }
  const { hasApp, passkeys, reset: waiting } = data
  const parts = [
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ...(hasApp ? ['an authenticator app'] : []),
  ]
  return (
    <div className={classes.member}>
      <p className={classes.text}>{parts.length > 0 ? `Has ${parts.join(' and ')}.` : 'Has none.'}</p>
      {waiting && (
        <p className={classes.text}>
          {waiting.askedByName} asked to reset it. That happens <DateTimeText instant={waiting.effectiveAt} />, unless
          they or an admin cancel it.
        </p>
      )}
      {waiting ? (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.send(memberId)}>
          Cancel the reset
        </Button>
      ) : (
        parts.length > 0 &&
        !isSelf && (
          <Button variant="default" loading={reset.isPending} onClick={() => void ask()}>
            Reset second factor
          </Button>
        )
      )}
    </div>
  )
}
