import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { METHOD_WORDS } from '../../../../../schema/platform/sign-on/methods.ts'
import type { LinkedAccount } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { PageSpinner } from '../../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { memberMethodsQuery, removeMemberMethod } from './api.ts'
import classes from './own-methods.module.css'
import { Account } from './own-methods.tsx'

export interface MemberMethodsProps {
  memberId: string
  name: string
  isSelf: boolean
}

/** On a member's page, for admins: which accounts at providers they have linked, and the way to remove one. */
export const MemberMethods = ({ memberId, name, isSelf }: MemberMethodsProps) => {
  const of = memberMethodsQuery(memberId)
  const { data, error, refetch } = useQuery(of)
  const remove = useCommand({
    run: ({ id }: LinkedAccount, { commandId }) => removeMemberMethod(memberId, id, commandId),
    success: (_, { method }) => `${METHOD_WORDS[method]} was removed`,
    invalidates: [of.queryKey],
  })
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSpinner />
  const ask = async (account: LinkedAccount): Promise<void> => {
    const provider = METHOD_WORDS[account.method]
    const agreed = await confirm({
      title: `Remove ${provider} from ${name}?`,
      text: `They can’t sign in with ${account.address ?? 'this account'} at ${provider} anymore, and what they are signed in with by ${provider} ends. They’re told by email.`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (agreed) remove.send(account)
  }
  if (data.linked.length === 0) return <p className={classes.text}>Has linked no account at a provider.</p>
  return (
    <ul className={classes.list} aria-label="Sign-in methods">
      {data.linked.map((account) => (
        <Account key={account.id} account={account} words="They couldn’t sign in without it">
          {!isSelf && (
            <Button
              variant="default"
              aria-label={`Remove ${METHOD_WORDS[account.method]} ${account.address ?? ''}`.trim()}
              disabled={account.isLastWay}
              loading={remove.isPending}
              onClick={() => void ask(account)}
            >
              Remove
            </Button>
          )}
        </Account>
      ))}
    </ul>
  )
}
