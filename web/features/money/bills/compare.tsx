import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Money } from '../../../../schema/shared/money.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { billHref } from './address.ts'
import { type Bill, useBill } from './api.ts'
import own from './bills.module.css'
import { billState } from './words.ts'

/** What two bills are compared by. One that isn't entered yet has no state. */
export interface ComparedBill {
  title: ReactNode
  vendor: string
  invoiceNumber: string
  invoiceDate: string | null
  dueDate: string | null
  total: Money | null
  description: string
  file: string | null
  lines: { memo: string; amount: Money | null }[]
  entered: ReactNode
  state: ReactNode
}

export const comparedOf = (bill: Bill, title: ReactNode): ComparedBill => ({
  title,
  vendor: bill.erpVendor.name,
  invoiceNumber: bill.invoiceNumber,
  invoiceDate: bill.invoiceDate,
  dueDate: bill.dueDate,
  total: bill.totalAmount,
  description: bill.description,
  file: bill.invoice?.name ?? null,
  lines: bill.lines.map(({ memo, amount }) => ({ memo, amount })),
  entered: (
    <>
      <DateText instant={bill.createdAt} /> by {bill.createdBy.name}
    </>
  ),
  state: <StatusBadge plain {...billState(bill)} />,
})

type Row = [label: string, of: (bill: ComparedBill) => ReactNode, value?: (bill: ComparedBill) => unknown]

const ROWS: Row[] = [
  ['Vendor', ({ vendor }) => vendor, ({ vendor }) => vendor],
  ['Invoice number', ({ invoiceNumber }) => invoiceNumber, ({ invoiceNumber }) => invoiceNumber],
  ['Invoice date', ({ invoiceDate }) => <CalendarDateText date={invoiceDate} />, ({ invoiceDate }) => invoiceDate],
  ['Due', ({ dueDate }) => <CalendarDateText date={dueDate} />, ({ dueDate }) => dueDate],
  ['Total', ({ total }) => total && <MoneyText money={total} />, ({ total }) => JSON.stringify(total)],
  ['Description', ({ description }) => description, ({ description }) => description],
  ['File', ({ file }) => file],
  [
    'Lines',
    ({ lines }) => (
      <ul className={own.comparedLines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines that are only shown
          <li key={index}>
            <span>{line.memo || `Line ${index + 1}`}</span> {line.amount && <MoneyText money={line.amount} />}
          </li>
        ))}
      </ul>
    ),
  ],
  ['Entered', ({ entered }) => entered],
  ['Status', ({ state }) => state],
]

/** Two bills side by side. What is the same is marked. */
export const Compared = ({ left, right }: { left: ComparedBill; right: ComparedBill }) => (
  <table className={own.compared}>
    <thead>
      <tr>
        <td />
        <th scope="col">{left.title}</th>
        <th scope="col">{right.title}</th>
      </tr>
    </thead>
    <tbody>
      {ROWS.map(([label, of, value]) => {
        const isSame = value && value(left) === value(right) && Boolean(value(left))
        return (
          <tr key={label} data-same={isSame || undefined}>
            <th scope="row">
              {label}
              {isSame && <span className={own.same}>Same</span>}
            </th>
            <td>{of(left) || <span aria-hidden>–</span>}</td>
            <td>{of(right) || <span aria-hidden>–</span>}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

/** The other of two bills, once it is read. */
export const ComparedWith = ({ left, otherId }: { left: ComparedBill; otherId: string }) => {
  const { data, error, refetch } = useBill(otherId)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={280} />
  const title = (
    <AppLink className="ol-link" href={billHref(data.id)}>
      {data.displayName}
    </AppLink>
  )
  return <Compared left={left} right={comparedOf(data, title)} />
}

/** On a bill's page: this one beside another that it may be. */
export const CompareDialog = ({ bill, otherId, onClose }: { bill: Bill; otherId: string; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Compare bills" size="56rem">
    <ComparedWith left={comparedOf(bill, 'This bill')} otherId={otherId} />
  </Dialog>
)
