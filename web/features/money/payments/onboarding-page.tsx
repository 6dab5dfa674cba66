import { Alert, Anchor, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { PaymentsAccount } from '../../../../schema/money/payments/account-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { checkAccount, createPaymentsAccount, paymentKeys, usePaymentMethods, usePaymentsAccount } from './api.ts'
import { BankAccountDialog } from './bank-account-dialog.tsx'
import classes from './payments.module.css'
import { onboardingSearch } from './search.ts'
import { bankName, bankState } from './words.ts'

/** Settings › Payments › Onboarding: the provider's form, then a bank account. */
export const OnboardingPage = () => {
  const { data: account, error, refetch } = usePaymentsAccount()
  if (error && !account) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!account) return <PageSpinner />
  return (
    <>
      <PageHeader
        title="Set up payments"
        subtitle="Stripe holds the money that you pay bills with. It has to know your company, and where the money comes from."
      />
      {account.isAvailable ? (
        <Steps account={account} />
      ) : (
        <Alert color="gray">
          Payments are not set up on this installation. They need a Stripe key: contact support.
        </Alert>
      )}
    </>
  )
}

const ACCOUNT: Record<NonNullable<PaymentsAccount['state']> | 'NONE', State> = {
  NONE: { tone: 'draft', label: 'Not started' },
  CREATED: { tone: 'waiting', label: 'Not finished' },
  SUBMITTED: { tone: 'waiting', label: 'Stripe is checking' },
  ACTIVE: { tone: 'positive', label: 'Ready' },
  REJECTED: { tone: 'negative', label: 'Refused' },
}

const Steps = ({ account }: { account: PaymentsAccount }) => {
  const [{ dialog, returned, expired }, setSearch] = usePageSearch(onboardingSearch)
  const start = useCommand<void, Awaited<ReturnType<typeof createPaymentsAccount>>>({
    run: (_, { commandId }) => createPaymentsAccount(commandId),
    invalidates: [paymentKeys.account],
    onSuccess: ({ onboardingUrl }) => {
      if (onboardingUrl) window.location.assign(onboardingUrl)
    },
  })
  const check = useCommand<void, PaymentsAccount>({
    run: (_, { commandId }) => checkAccount(commandId),
    invalidates: [paymentKeys.all],
  })
  const isBack = returned !== undefined
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!isBack || hasAsked.current) return
    hasAsked.current = true
    check.send()
  }, [isBack, check.send])
  const isActive = account.state === 'ACTIVE'
  return (
    <>
      {expired !== undefined && !isActive && (
        <Alert color="yellow" mb="md">
          That link to Stripe has expired. Continue below to get a new one.
        </Alert>
      )}
      <ol className={classes.steps}>
        <li className={classes.step}>
          <h2>
            1. Tell Stripe about your company <StatusBadge {...ACCOUNT[account.state ?? 'NONE']} />
          </h2>
          {account.state === 'REJECTED' ? (
            <p>Stripe doesn’t accept this company. Contact support.</p>
          ) : (
            !isActive && (
              <>
                <p>
                  {account.state === 'SUBMITTED'
                    ? 'Stripe checks what you entered. This can take a day or two.'
                    : 'You need the tax ID, the address, and the people who own or run the company.'}
                </p>
                {account.state !== 'SUBMITTED' && (
                  <Button loading={start.isPending} onClick={() => start.send()} mr="xs">
                    {account.state === null ? 'Set up with Stripe' : 'Continue with Stripe'}
                  </Button>
                )}
                {account.state !== null && (
                  <Button variant="default" loading={check.isPending} onClick={() => check.send()}>
                    Check again
                  </Button>
                )}
              </>
            )
          )}
        </li>
        <BankStep isActive={isActive} onAdd={() => setSearch({ dialog: 'bank' })} />
        {account.isOnboarded && (
          <li className={classes.step}>
            <h2>
              Payments are ready <StatusBadge tone="positive" label="Done" />
            </h2>
            <p>Add funds to the balance, then pay bills from it.</p>
            <Button component={AppLink} href={to('/settings/payments')}>
              Go to payments settings
            </Button>
          </li>
        )}
      </ol>
      <BankAccountDialog opened={dialog === 'bank' && isActive} onClose={() => setSearch({ dialog: undefined })} />
    </>
  )
}

const BankStep = ({ isActive, onAdd }: { isActive: boolean; onAdd: () => void }) => {
  const { data: banks } = usePaymentMethods(isActive)
  const isVerified = banks?.some(({ status }) => status === 'VERIFIED') ?? false
  return (
    <li className={classes.step}>
      <h2>
        2. Add and verify a bank account{' '}
        <StatusBadge {...(isVerified ? bankState('VERIFIED') : { tone: 'draft', label: 'Not done' })} />
      </h2>
      <p>
        Stripe sends a small deposit with a code to the account. Confirm it when it arrives, usually in one or two
        business days.
      </p>
      {banks?.map((bank) => (
        <p key={bank.id}>
          {bankName(bank)} <StatusBadge {...bankState(bank.status)} plain />{' '}
          {bank.microdepositVerificationLink && (
            <Anchor href={bank.microdepositVerificationLink} target="_blank" rel="noreferrer">
              Confirm the deposit
            </Anchor>
          )}
          {bank.error && <span className={classes.hint}>{bank.error}</span>}
        </p>
      ))}
      {!isVerified && (
        <Button disabled={!isActive} variant={banks?.length ? 'default' : 'filled'} onClick={onAdd}>
          Add bank account
        </Button>
      )}
    </li>
  )
}
