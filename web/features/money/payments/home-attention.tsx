import type { ReactNode } from 'react'
import { GuardedChanges } from '../../platform/guarded/index.ts'
import { ApproversFault, BankDetailsToConfirm, PaymentsToRetry, RunsToConfirm } from './attention.tsx'
import classes from './payments.module.css'

const section = (title: string, table: ReactNode) => (
  <div>
    <h2 className={classes.attentionTitle}>{title}</h2>
    {table}
  </div>
)

/** On Home: what this person can decide, and what someone has to pay again. */
export const PaymentAttention = () => (
  <>
    <GuardedChanges />
    <ApproversFault />
    <BankDetailsToConfirm isOwn>{section}</BankDetailsToConfirm>
    <RunsToConfirm isOwn>{section}</RunsToConfirm>
    <PaymentsToRetry>{section}</PaymentsToRetry>
  </>
)
