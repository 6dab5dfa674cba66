import { Button, Progress } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SimilarBill } from '../../../../schema/money/bills/endpoints.ts'
import { BILL_STATUS_WORDS } from '../../../../schema/money/bills/values.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { namesText } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Explained } from '../../../ui/explained.tsx'
import table from '../../../ui/lines-table.module.css'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { VendorName } from '../../../ui/vendor-name.tsx'
import { useCan } from '../../platform/session/index.ts'
import { detailsClasses as classes } from '../../requests/submissions/index.ts'
import { SyncOfBill } from '../ledger/index.ts'
import { PaymentOfBill } from '../payments/index.ts'
import { billHref } from './address.ts'
import { type Bill, billKeys } from './api.ts'
import own from './bills.module.css'
import { CompareDialog } from './compare.tsx'
import { OrderOfBill } from './order-of-bill.tsx'

/** What is billed, and bills that may be the same. */
export const BillDetails = ({ bill }: { bill: Bill }) => (
  <div className={classes.stack}>
    {bill.similarBills.length > 0 && <SimilarBills bill={bill} />}
    <OrderOfBill bill={bill} />
    <section className={classes.card} aria-label="Lines">
      <h2 className={classes.cardTitle}>Lines</h2>
      {bill.description && <p className={own.description}>{bill.description}</p>}
      <BillLines bill={bill} />
    </section>
    <AccountingOfBill bill={bill} />
  </div>
)

/** Nothing before it is approved, or for people who don't see it in the accounting system. */
const AccountingOfBill = ({ bill }: { bill: Bill }) => {
  const can = useCan()
  const isApproved = bill.status === 'APPROVED' || bill.status === 'PAID'
  if (!bill.syncEntry && !(isApproved && can('payments.accounting'))) return null
  return (
    <section className={classes.card} aria-label="Accounting">
      <h2 className={classes.cardTitle}>Accounting</h2>
      <SyncOfBill billId={bill.id} entry={bill.syncEntry} isApproved={isApproved} invalidates={billKeys.all} />
    </section>
  )
}

const REASONS: Record<SimilarBill['reason'], string> = {
  NUMBER: 'Same invoice number',
  AMOUNT: 'Same amount within days',
  FILE: 'Same file',
}

const SimilarBills = ({ bill }: { bill: Bill }) => {
  const { similarBills, duplicateAllowed } = bill
  const [compared, setCompared] = useState<string | null>(null)
  return (
    <section className={classes.card} aria-label="Similar bills">
      <h2 className={classes.cardTitle}>Similar bills</h2>
      {duplicateAllowed && (
        <p className={own.description}>
          {duplicateAllowed.by.name} entered it anyway: {duplicateAllowed.reason}
        </p>
      )}
      <ul className={own.similar}>
        {similarBills.map((one) => (
          <li key={one.id}>
            <AppLink className="ol-link" href={billHref(one.id)}>
              {one.invoiceNumber}
            </AppLink>
            <span>{REASONS[one.reason]}</span>
            <span>{BILL_STATUS_WORDS[one.status]}</span>
            <CalendarDateText date={one.invoiceDate} />
            <MoneyText money={one.totalAmount} />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Compare with ${one.invoiceNumber}`}
              onClick={() => setCompared(one.id)}
            >
              Compare
            </Button>
          </li>
        ))}
      </ul>
      {compared && <CompareDialog bill={bill} otherId={compared} onClose={() => setCompared(null)} />}
    </section>
  )
}

/** "Nov 18, 2026 – Nov 17, 2027, straight line" */
const spreadText = ({
  amortizationStartDate: start,
  amortizationEndDate: end,
  erpAmortizationTemplate: template,
}: Pick<Bill, 'amortizationStartDate' | 'amortizationEndDate' | 'erpAmortizationTemplate'>): string | undefined =>
  start && end ? [`${dayText(start)} – ${dayText(end)}`, template?.name].filter(Boolean).join(', ') : undefined

const COLUMNS: { label: string; of: (line: Bill['lines'][number]) => string | undefined }[] = [
  { label: 'Memo', of: ({ memo }) => memo || undefined },
  {
    label: 'Account',
    of: ({ erpAccount }) =>
      erpAccount ? [erpAccount.generalLedgerAccountNumber, erpAccount.name].filter(Boolean).join(' ') : undefined,
  },
  {
    label: 'Department',
    of: ({ erpDepartmentMapping, department }) => erpDepartmentMapping?.name ?? department?.name,
  },
  { label: 'Class', of: ({ erpClassification, businessUnit }) => erpClassification?.name ?? businessUnit?.name },
  { label: 'Tax code', of: ({ erpTaxCode }) => erpTaxCode?.name },
  { label: 'Amortized', of: (line) => spreadText(line) },
]

type BillLine = Bill['lines'][number]

/** One for each custom field and segment that a line has. */
const fieldColumns = (lines: readonly BillLine[]): typeof COLUMNS =>
  [
    ...new Set(lines.flatMap((line) => [...line.erpCustomFieldValues, ...line.customSegments].map(({ name }) => name))),
  ].map((label) => ({
    label,
    of: (line) =>
      [...line.erpCustomFieldValues, ...line.customSegments].find(({ name }) => name === label)?.text || undefined,
  }))

const BillLines = ({ bill: { lines, totalAmount } }: { bill: Bill }) => {
  const columns = [
    ...COLUMNS.filter(({ label, of }) => label === 'Memo' || lines.some(of)),
    ...fieldColumns(lines).filter(({ of }) => lines.some(of)),
  ]
  return (
    <div className={table.frame}>
      <table className={table.lines}>
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
            <th scope="col" data-align="right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              {columns.map(({ label, of }) => (
                <td key={label} data-label={label}>
                  {of(line) ?? <span aria-hidden>–</span>}
                </td>
              ))}
              <td data-label="Amount" data-align="right">
                <MoneyText money={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={columns.length}>Total</td>
            <td data-align="right">
              <MoneyText money={totalAmount} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>
      <Explained label={label} />
    </dt>
    <dd>{children}</dd>
  </div>
)

/** Who, when, and how far. */
export const BillFacts = ({ bill }: { bill: Bill }) => (
  <dl className={classes.facts}>
    <Fact label="Vendor">
      <VendorName id={bill.vendor?.id ?? null} name={bill.erpVendor.name} />
    </Fact>
    <Fact label="Invoice number">{bill.invoiceNumber}</Fact>
    <Fact label="Invoice date">
      <CalendarDateText date={bill.invoiceDate} />
    </Fact>
    {bill.dueDate && (
      <Fact label="Due">
        <CalendarDateText date={bill.dueDate} />
      </Fact>
    )}
    {bill.isCredit && <Fact label="Type">Credit</Fact>}
    {bill.conversion && <Fact label="Compared as">{bill.conversion}</Fact>}
    {bill.erpEntity && <Fact label="Entity">{bill.erpEntity.name}</Fact>}
    {bill.accountingPeriod && <Fact label="Accounting period">{bill.accountingPeriod.name}</Fact>}
    {bill.erpTaxCode && <Fact label="Tax code">{bill.erpTaxCode.name}</Fact>}
    {spreadText(bill) && <Fact label="Amortized">{spreadText(bill)}</Fact>}
    {bill.spendRequest && (
      <Fact label="Spend request">
        <AppLink
          className="ol-link"
          href={to('/spend-requests/$spendRequestId/{-$tab}', { spendRequestId: bill.spendRequest.id })}
        >
          {bill.spendRequest.name}
        </AppLink>
      </Fact>
    )}
    {bill.intakeSubmission && (
      <Fact label="Request">
        <AppLink
          className="ol-link"
          href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: bill.intakeSubmission.id })}
        >
          {bill.intakeSubmission.name}
        </AppLink>
      </Fact>
    )}
    {bill.erpCustomFieldValues.map(({ customFieldScriptId, name, text }) => (
      <Fact key={customFieldScriptId} label={name}>
        {text}
      </Fact>
    ))}
    <Fact label="Requester">
      <PersonName name={`${bill.requestor.firstName} ${bill.requestor.lastName}`} />
    </Fact>
    {bill.createdBy.id !== bill.requestor.id && (
      <Fact label="Entered by">
        <PersonName name={bill.createdBy.name} />
      </Fact>
    )}
    {bill.watchers.length > 0 && <Fact label="Watchers">{namesText(bill.watchers)}</Fact>}
    {bill.fullyReviewedAt && (
      <Fact label={bill.status === 'PAID' ? 'Approved' : BILL_STATUS_WORDS[bill.status]}>
        <DateText instant={bill.fullyReviewedAt} />
      </Fact>
    )}
    {bill.billPayment && (
      <Fact label="Payment">
        <PaymentOfBill payment={bill.billPayment} />
      </Fact>
    )}
    {bill.status === 'PENDING' && (
      <Fact label="Progress">
        <span className={classes.progress}>
          <Progress value={bill.progress} size="sm" aria-label="Progress" className={classes.progressBar ?? ''} />
          {bill.progress}%
        </span>
      </Fact>
    )}
  </dl>
)
