import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { METHOD_WORDS, type ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import type { LinkedAccount, OwnMethods } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { SettingsCard } from '../../../../ui/card/settings-card.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { DateText } from '../../../../ui/date-text.tsx'
import { PageSpinner } from '../../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { leaveToLink, ownMethodsQuery, removeMethod } from './api.ts'
import { takeLinkResult } from './link-result.ts'
import classes from './own-methods.module.css'

/** The ways in which the person can sign in, as a card of "Sign-in and devices". */
export const OwnMethodsCard = () => {
  const own = useQuery(ownMethodsQuery)
  return (
    <SettingsCard title="Sign-in methods" text="Each of these opens the same account.">
      {own.error ? (
        <ErrorState compact error={own.error} onRetry={() => void own.refetch()} />
      ) : own.data ? (
        <Methods own={own.data} />
      ) : (
        <PageSpinner />
      )}
    </SettingsCard>
  )
}

const Methods = ({ own }: { own: OwnMethods }) => {
  const { emailLink, linked, linkable, required } = own
  const [result] = useState(takeLinkResult)
  const [leaving, setLeaving] = useState<ProviderMethod | null>(null)
  const leave = useCommand({
    run: (method: ProviderMethod, { commandId }) => {
      setLeaving(method)
      return leaveToLink(method, commandId)
    },
    onError: () => {
      setLeaving(null)
      return false
    },
  })
  const remove = useCommand({
    run: ({ id }: LinkedAccount, { commandId }) => removeMethod(id, commandId),
    success: (_, { method }) => `${METHOD_WORDS[method]} was removed`,
    invalidates: [ownMethodsQuery.queryKey],
  })
  const ask = async (account: LinkedAccount): Promise<void> => {
    const name = METHOD_WORDS[account.method]
    const agreed = await confirm({
      title: `Remove ${name}?`,
      text: `You can’t sign in with ${account.address ?? 'this account'} at ${name} anymore. Your sessions stay.`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (agreed) remove.send(account)
  }
  return (
    <>
      {result && (
        <Alert
          mb="md"
          color={result.isSound ? 'green' : 'red'}
          variant="light"
          icon={result.isSound ? <IconCheck size={18} /> : <IconAlertCircle size={18} />}
          role={result.isSound ? 'status' : 'alert'}
        >
          {result.text}
        </Alert>
      )}
      {required && <p className={classes.text}>Your company requires {METHOD_WORDS[required]} for your address.</p>}
      <ul className={classes.list} aria-label="Sign-in methods">
        <Method name="Email link" address={emailLink.address}>
          {emailLink.isUsable ? 'We send a link whenever you ask for one at login.' : NOT_ALLOWED}
        </Method>
        {linked.map((account) => (
          <Account key={account.id} account={account} words="You couldn’t sign in without it">
            <Button
              variant="default"
              aria-label={`Remove ${METHOD_WORDS[account.method]} ${account.address ?? ''}`.trim()}
              disabled={account.isLastWay}
              loading={remove.isPending}
              onClick={() => void ask(account)}
            >
              Remove
            </Button>
          </Account>
        ))}
      </ul>
      {linkable.length > 0 && (
        <div className={classes.actions}>
          {linkable.map((method) => (
            <Button
              key={method}
              variant="default"
              loading={leaving === method}
              disabled={leaving !== null && leaving !== method}
              onClick={() => leave.send(method)}
            >
              {linked.some((account) => account.method === method)
                ? `Link another ${METHOD_WORDS[method]} account`
                : `Link ${METHOD_WORDS[method]}`}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

const NOT_ALLOWED = 'Your company doesn’t allow it now'

interface MethodProps {
  name: string
  address: string | null
  action?: ReactNode
  children: ReactNode
}

const Method = ({ name, address, action, children }: MethodProps) => (
  <li className={classes.method}>
    <div>
      <p className={classes.name}>
        {name}
        {address !== null && ` · ${address}`}
      </p>
      <p className={classes.dim}>{children}</p>
    </div>
    {action}
  </li>
)

interface AccountProps {
  account: LinkedAccount
  /** Why the last way in can’t be removed. */
  words: string
  children: ReactNode
}

/** One account at a provider, with what can be done with it. */
export const Account = ({ account, words, children }: AccountProps) => (
  <Method name={METHOD_WORDS[account.method]} address={account.address} action={children}>
    Linked <DateText instant={account.linkedAt} /> · {account.lastUsedAt ? 'Last used ' : 'Not used yet'}
    {account.lastUsedAt && <DateText instant={account.lastUsedAt} />}
    {!account.isUsable && ` · ${NOT_ALLOWED}`}
    {account.isLastWay && ` · ${words}`}
  </Method>
)
