import { Alert, Button, Group } from '@mantine/core'
import { IconExternalLink, IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentEntry, SentLine } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { SYNC_TYPE_WORDS } from '../../../../schema/money/ledger/sync-values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { SYSTEM_NAMES } from '../../platform/accounting/index.ts'
import { deleteEntry, ledgerKeys, sentEntryQuery } from './api.ts'
import { EntryLinesForm } from './entry-lines-form.tsx'
import classes from './ledger.module.css'
import { sendInOrder } from './send-in-order.ts'

/** What is sent to the accounting system for an entry, line by line, and what to do with it. */
export const EntryDialog = ({
  entryId,
  onClose,
  onSent,
}: {
  entryId: string
  onClose: () => void
  onSent: () => void
}) => {
  const { data, error, refetch } = useQuery(sentEntryQuery(entryId))
  return (
    <Dialog opened onClose={onClose} title={data?.title ?? 'Ledger entry'} size="56rem">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : data ? (
        <Entry entry={data} onClose={onClose} onSent={onSent} />
      ) : (
        <PageSpinner />
      )}
    </Dialog>
  )
}

const systemOf = ({ erpIntegration }: SentEntry): string =>
  erpIntegration ? SYSTEM_NAMES[erpIntegration] : 'the accounting system'

const State = ({ entry }: { entry: SentEntry }) =>
  entry.isSending ? (
    <StatusBadge tone="waiting" label={`Sending to ${systemOf(entry)}`} />
  ) : entry.state === 'SYNCED' ? (
    <StatusBadge tone="positive" label="Synced" />
  ) : entry.state === 'ERRORED' ? (
    <StatusBadge tone="negative" label="Errored" />
  ) : (
    <StatusBadge tone="neutral" label={entry.isRemoval ? 'To be deleted there' : 'Unsynced'} />
  )

const accountText = (
  account: { name: string; generalLedgerAccountNumber: string | null } | null,
): string | undefined =>
  account ? [account.generalLedgerAccountNumber, account.name].filter(Boolean).join(' ') : undefined

const Entry = ({ entry, onClose, onSent }: { entry: SentEntry; onClose: () => void; onSent: () => void }) => {
  const system = systemOf(entry)
  const send = useCommand({
    run: (_, { commandId }) => sendInOrder(entry.id, commandId),
    invalidates: [ledgerKeys.entries],
    onSuccess: onSent,
  })
  const remove = useCommand({
    run: (_, { commandId }) => deleteEntry(entry, commandId),
    success: 'Entry deleted',
    invalidates: [ledgerKeys.entries],
    onSuccess: onClose,
  })
  const askToDelete = async (): Promise<void> => {
    const agreed = await confirm({
      title: 'Delete this entry?',
      text: `It won’t be sent to ${system}. What Outlay has booked stays.`,
      confirmLabel: 'Delete entry',
      danger: true,
    })
    if (agreed) remove.send()
  }
  const isOpen = entry.state !== 'SYNCED' && !entry.isSending
  const [isEditing, setEditing] = useState(false)
  const mayEdit = isOpen && !entry.isRemoval && entry.bill !== null && entry.billId !== null
  return (
    <>
      <State entry={entry} />
      {entry.error && (
        <Alert color="red" mt="md" title={entry.error}>
          {entry.advice}
        </Alert>
      )}
      {isOpen && entry.problems.length > 0 && (
        <Alert color="yellow" mt="md" title={`Missing before it can be sent to ${system}`}>
          <ul className={classes.problems}>
            {entry.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      <h3 className={classes.heading}>
        {entry.state === 'SYNCED' ? `Sent to ${system}` : `What will be sent to ${system}`}
      </h3>
      <Facts>
        <Fact label="Type">{entry.isCredit ? 'Credit' : SYNC_TYPE_WORDS[entry.type]}</Fact>
        <Fact label="Amount">
          <MoneyText money={entry.amount} />
        </Fact>
        <Fact label="Date">
          <CalendarDateText date={entry.transactionDate} />
        </Fact>
        {entry.type !== 'ACH_LOAD' && entry.type !== 'ACH_LOAD_REVERSAL' && (
          <>
            <Fact label="Vendor">{entry.erpVendor?.name}</Fact>
            <Fact label="Invoice number">{entry.invoiceNumber}</Fact>
          </>
        )}
        <Fact label="Entity">{entry.erpEntity?.name}</Fact>
        {entry.bill && <BillFacts bill={entry.bill} />}
        {entry.billTotal && (
          <Fact label="Total of the bill">
            <MoneyText money={entry.billTotal} />
          </Fact>
        )}
        {!entry.bill && (
          <>
            <Fact label="Funding account">{accountText(entry.glFundingAccount)}</Fact>
            <Fact label="Clearing account">{accountText(entry.glClearingAccount)}</Fact>
          </>
        )}
        {entry.syncedOn && (
          <Fact label="Synced">
            <DateText instant={entry.syncedOn} />
          </Fact>
        )}
        {entry.erpId && <Fact label={`Id in ${system}`}>{entry.erpId}</Fact>}
      </Facts>
      {entry.bill && (
        <>
          <h3 className={classes.heading}>Lines</h3>
          {isEditing && mayEdit && entry.billId ? (
            <EntryLinesForm billId={entry.billId} onDone={() => setEditing(false)} />
          ) : (
            <TableView
              label="Lines"
              columns={LINE_COLUMNS}
              rows={entry.bill.lines}
              rowId={({ billLineId }) => billLineId}
              rowKeys={false}
              empty={{ title: 'No lines' }}
            />
          )}
        </>
      )}
      {!(isEditing && mayEdit) && (
        <Group mt="lg" justify="space-between">
          <Group>
            {isOpen && (
              <Button
                leftSection={<IconSend size={16} aria-hidden />}
                loading={send.isPending}
                onClick={() => send.send()}
              >
                {entry.isRemoval
                  ? `Delete in ${system}`
                  : entry.state === 'ERRORED'
                    ? 'Sync again'
                    : `Sync to ${system}`}
              </Button>
            )}
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit lines
              </Button>
            )}
            {entry.link && (
              <Button
                component="a"
                href={entry.link}
                target="_blank"
                rel="noreferrer"
                variant="default"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                Open in {system}
              </Button>
            )}
          </Group>
          {isOpen && !entry.erpId && !entry.isRemoval && (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void askToDelete()}>
              Delete entry
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

const BillFacts = ({ bill }: { bill: NonNullable<SentEntry['bill']> }) => (
  <>
    <Fact label="Due date">{bill.dueDate && <CalendarDateText date={bill.dueDate} />}</Fact>
    <Fact label="Accounts payable account">{accountText(bill.payableAccount)}</Fact>
    {bill.accountingPeriod && <Fact label="Accounting period">{bill.accountingPeriod.name}</Fact>}
    {bill.exchangeRate && <Fact label="Exchange rate">{bill.exchangeRate}</Fact>}
    {bill.description && <Fact label="Description">{bill.description}</Fact>}
    {bill.createdBy && <Fact label="Entered by">{bill.createdBy.name}</Fact>}
    {bill.erpCustomFieldValues.map(({ customFieldScriptId, name, value }) => (
      <Fact key={customFieldScriptId} label={name}>
        {value}
      </Fact>
    ))}
  </>
)

const detailsOf = (line: SentLine): string[] => [
  ...[line.erpDepartment?.name, line.erpClassification?.name].filter((one): one is string => Boolean(one)),
  ...(line.erpTaxCode ? [`Tax: ${line.erpTaxCode.name}`] : []),
  ...line.erpCustomFieldValues.map(({ name, value }) => `${name}: ${value}`),
]

const LINE_COLUMNS: Column<SentLine>[] = [
  {
    ...{ id: 'memo', header: 'Memo', card: 'title' },
    cell: ({ memo }) => memo || <span aria-hidden>–</span>,
  },
  {
    ...{ id: 'account', header: 'Account', width: '13rem' },
    cell: ({ erpAccount }) => accountText(erpAccount) ?? 'Not chosen',
  },
  {
    ...{ id: 'details', header: 'Dimensions', width: '13rem' },
    cell: (line) => (
      <span className={classes.title}>
        {detailsOf(line).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {line.amortization && (
          <span>
            Amortized <CalendarDateText date={line.amortization.start} /> to{' '}
            <CalendarDateText date={line.amortization.end} />
          </span>
        )}
      </span>
    ),
  },
  {
    ...{ id: 'amount', header: 'Amount', align: 'right', width: '8rem' },
    cell: ({ amount }) => <MoneyText money={amount} />,
  },
]
