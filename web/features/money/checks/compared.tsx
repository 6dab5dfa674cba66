import type { ReactNode } from 'react'
import type { Finding } from '../../../../schema/money/checks/endpoints.ts'
import { DETAILS_STATE_WORDS } from '../../../../schema/money/payments/details-values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { humanize } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Section } from '../../../ui/details.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import classes from './checks.module.css'

/** Bills and bank details side by side. What is the same in all of them is marked. */

type Row<T> = [label: string, of: (one: T) => ReactNode, value?: (one: T) => unknown]

const Side = <T extends { id: string }>({
  label,
  all,
  titleOf,
  rows,
}: {
  label: string
  all: readonly T[]
  titleOf: (one: T) => ReactNode
  rows: readonly Row<T>[]
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways is reached by keyboard
  <section className={classes.scroll} aria-label={label} tabIndex={0}>
    <table className={classes.compared}>
      <thead>
        <tr>
          <td />
          {all.map((one) => (
            <th key={one.id} scope="col">
              {titleOf(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, of, value]) => {
          const [first] = all
          const isSame = Boolean(
            value && first && all.length > 1 && value(first) && all.every((one) => value(one) === value(first)),
          )
          return (
            <tr key={name} data-same={isSame || undefined}>
              <th scope="row">
                {name}
                {isSame && ' (same)'}
              </th>
              {all.map((one) => (
                <td key={one.id}>{of(one) || <span aria-hidden>–</span>}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)

type Bill = Finding['bills'][number]

const BILL_ROWS: Row<Bill>[] = [
  ['Vendor', ({ erpVendor }) => erpVendor.name, ({ erpVendor }) => erpVendor.id],
  ['Amount', ({ amount }) => <MoneyText money={amount} />, ({ amount }) => formatMoney(amount)],
  ['Invoice date', ({ invoiceDate }) => <CalendarDateText date={invoiceDate} />, ({ invoiceDate }) => invoiceDate],
  ['Due', ({ dueDate }) => dueDate && <CalendarDateText date={dueDate} />, ({ dueDate }) => dueDate],
  ['Description', ({ description }) => description, ({ description }) => description],
  [
    'Entered',
    ({ createdAt, createdBy }) => (
      <>
        <DateText instant={createdAt} /> by {createdBy.name}
      </>
    ),
    ({ createdBy }) => createdBy.id,
  ],
  ['Status', ({ status }) => humanize(status)],
  [
    'Payment',
    ({ billPaymentId, isHeld }) => (
      <>
        {isHeld && 'Waits for this check. '}
        {billPaymentId && (
          <AppLink
            className={classes.link ?? ''}
            href={to('/payments/bill-payments/$billPaymentId', { billPaymentId })}
          >
            Open payment
          </AppLink>
        )}
      </>
    ),
  ],
  [
    'Invoice',
    ({ documentId }) =>
      documentId && (
        <AppLink className={classes.link ?? ''} href={to('/documents/$documentId', { documentId })}>
          Open invoice
        </AppLink>
      ),
  ],
]

export const ComparedBills = ({ bills }: { bills: Bill[] }) =>
  bills.length === 0 ? null : (
    <Section id="bills" title={bills.length === 1 ? 'Bill' : 'Bills side by side'} first>
      <Side
        label="Bills"
        all={bills}
        rows={BILL_ROWS}
        titleOf={({ id, invoiceNumber }) => (
          <AppLink className={classes.link ?? ''} href={to('/payments/bills/$billId/{-$tab}', { billId: id })}>
            {invoiceNumber}
          </AppLink>
        )}
      />
    </Section>
  )

type Details = Finding['details'][number]

const DETAILS_ROWS: Row<Details>[] = [
  ['Vendor', ({ erpVendor }) => erpVendor.name, ({ erpVendor }) => erpVendor.id],
  ['Account holder', ({ accountHolderName }) => accountHolderName, ({ accountHolderName }) => accountHolderName],
  ['Account', ({ accountNumber }) => accountNumber],
  ['Routing number', ({ routingNumber }) => routingNumber, ({ routingNumber }) => routingNumber],
  ['Payment advice to', ({ remittanceEmail }) => remittanceEmail, ({ remittanceEmail }) => remittanceEmail],
  [
    'Entered',
    ({ createdAt, createdBy }) => (
      <>
        <DateText instant={createdAt} /> by {createdBy.name}
      </>
    ),
    ({ createdBy }) => createdBy.id,
  ],
  ['Status', ({ status }) => DETAILS_STATE_WORDS[status]],
]

export const ComparedDetails = ({ details, employees }: Pick<Finding, 'details' | 'employees'>) =>
  details.length === 0 ? null : (
    <Section id="details" title={details.length === 1 ? 'Bank details' : 'Bank details side by side'} first>
      <Side
        label="Bank details"
        all={details}
        rows={DETAILS_ROWS}
        titleOf={({ accountNumber, isHeld }) => `${accountNumber}${isHeld ? ' (on check)' : ''}`}
      />
      {employees.map(({ id, name, accountNumber }) => (
        <p key={id} className={classes.note}>
          The same account as that of {name}, {accountNumber}.
        </p>
      ))}
    </Section>
  )
