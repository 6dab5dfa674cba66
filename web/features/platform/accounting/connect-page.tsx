import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ConnectionView } from '../../../../schema/platform/accounting/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import classes from './accounting.module.css'
import { accountingQuery, afterConnecting, finishQuickbooks, quickbooksAddress } from './api.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { CustomDialog } from './custom-dialog.tsx'
import { NetsuiteDialog } from './netsuite-dialog.tsx'
import { SYSTEM_NAMES } from './words.ts'

export interface Returned {
  code?: string | undefined
  state?: string | undefined
  realmId?: string | undefined
  error?: string | undefined
  dialog?: string | undefined
}

interface ConnectPageProps {
  /** What Intuit sent the person back with. */
  returned: Returned
  setReturned: (next: Returned) => void
  onConnected: () => void
}

/** Connects the accounting system: the first step of the wizard. */
export const ConnectPage = ({ returned, setReturned, onConnected }: ConnectPageProps) => {
  const accounting = useQuery(accountingQuery)
  const { code, state, realmId, error, dialog } = returned
  const finish = useCommand<{ code: string; state: string; realmId: string }>({
    run: (body, { commandId }) => finishQuickbooks(body, commandId),
    success: 'QuickBooks connected',
    invalidates: afterConnecting,
    onSuccess: onConnected,
    onError: () => {
      setReturned({})
      return false
    },
  })
  // A code counts once, and React runs effects twice while developing.
  const used = useRef('')
  useEffect(() => {
    if (!code || !state || !realmId || used.current === code) return
    used.current = code
    finish.send({ code, state, realmId })
  }, [code, state, realmId, finish])
  if (!accounting.data || code)
    return <PendingPage title="Accounting system" error={accounting.error} onRetry={() => void accounting.refetch()} />
  const { connection, offersQuickbooks } = accounting.data
  return (
    <>
      <PageHeader
        title="Accounting system"
        subtitle={
          connection?.system === 'CUSTOM'
            ? 'Your own system pushes its books. Outlay changes nothing in them.'
            : 'Outlay reads accounts, vendors and transactions every night, and at once when you ask for it. It changes nothing in your books until you send something.'
        }
        breadcrumbs={[{ label: 'Actuals', href: to('/budget-tracking/actuals') }]}
      />
      {error && (
        <Alert color="yellow" mb="md" role="alert">
          QuickBooks was not connected. Nothing has changed.
        </Alert>
      )}
      {connection && <Connected connection={connection} />}
      <Systems
        connection={connection}
        offersQuickbooks={offersQuickbooks}
        onNetsuite={() => setReturned({ dialog: 'netsuite' })}
        onCustom={() => setReturned({ dialog: 'custom' })}
      />
      <NetsuiteDialog
        opened={dialog === 'netsuite'}
        accountId={connection?.accountId ?? null}
        onClose={() => setReturned({})}
        onConnected={onConnected}
      />
      <CustomDialog opened={dialog === 'custom'} onClose={() => setReturned({})} onConnected={onConnected} />
    </>
  )
}

const Connected = ({ connection }: { connection: ConnectionView }) => (
  <>
    <ConnectionFacts connection={connection} />
    {connection.state === 'CONNECTED' && (
      <Button component={AppLink} href={to('/budget-tracking/actuals')} variant="default" mt="md">
        Go to actuals
      </Button>
    )}
  </>
)

interface SystemsProps {
  connection: ConnectionView | null
  offersQuickbooks: boolean
  onNetsuite: () => void
  onCustom: () => void
}

/** Without a connection all systems, and with a refused one its own. */
const Systems = ({ connection, offersQuickbooks, onNetsuite, onCustom }: SystemsProps) => {
  const go = useCommand<void, string>({
    run: (_, { commandId }) => quickbooksAddress(commandId),
    onSuccess: (url) => window.location.assign(url),
  })
  if (connection?.state === 'CONNECTED') return null
  const shows = (system: ConnectionView['system']) => !connection || connection.system === system
  const again = connection ? ' again' : ''
  return (
    <div className={classes.systems}>
      {shows('QUICKBOOKS') && (
        <section className={classes.system} aria-label={SYSTEM_NAMES.QUICKBOOKS}>
          <h2>QuickBooks Online</h2>
          <p>
            {offersQuickbooks
              ? 'You sign in at Intuit and choose the company. Outlay never sees your password.'
              : 'QuickBooks is not set up on this installation. Ask the people who run it.'}
          </p>
          <Button disabled={!offersQuickbooks} loading={go.isPending} onClick={() => go.send()}>
            Connect QuickBooks{again}
          </Button>
        </section>
      )}
      {shows('NETSUITE') && (
        <section className={classes.system} aria-label={SYSTEM_NAMES.NETSUITE}>
          <h2>NetSuite</h2>
          <p>You enter the tokens or the certificate that your NetSuite administrator has made for Outlay.</p>
          <Button onClick={onNetsuite}>Connect NetSuite{again}</Button>
        </section>
      )}
      {!connection && (
        <section className={classes.system} aria-label={SYSTEM_NAMES.CUSTOM}>
          <h2>Another system</h2>
          <p>Your own system pushes its books as CSV or NDJSON files with an API key.</p>
          <Button onClick={onCustom}>Set up the custom sync</Button>
        </section>
      )}
    </div>
  )
}
