import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TransactionMetadata } from '../../../../schema/planning/transactions/endpoints.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { humanize } from '../../../../schema/shared/values.ts'
import type { Address } from '../../../lib/address.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { SYSTEM_NAMES } from '../../platform/accounting/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { metadataQuery } from './api.ts'
import { accountTypeText, erpLink } from './columns.tsx'
import { LineHistory } from './recode-history.tsx'
import { RecodeLine } from './recode-line.tsx'
import { ThreadPanel } from './thread-panel.tsx'
import classes from './transactions.module.css'

/** Everything about one transaction. */
export const TransactionDialog = ({ transactionId, onClose }: { transactionId: string; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(metadataQuery(transactionId))
  return (
    <Dialog opened onClose={onClose} title="Transaction">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : data ? (
        <Details transaction={data} />
      ) : (
        <PageSpinner />
      )}
    </Dialog>
  )
}

const rateText = ({ exchange }: TransactionMetadata): string | null =>
  exchange &&
  `At ${exchange.rate} on ${formatCalendarDate(exchange.date)}${exchange.source === 'MANUAL' ? ', entered by hand' : ''}`

const Details = ({ transaction }: { transaction: TransactionMetadata }) => {
  const { amount, companyAmount, vendor, accountingSystem } = transaction
  const mayChange = useCan()('financial-analysis.use')
  const href = erpLink(transaction)
  const system = accountingSystem && SYSTEM_NAMES[accountingSystem.system as keyof typeof SYSTEM_NAMES]
  return (
    <>
      <Facts>
        <Fact label="Amount">
          <MoneyText money={amount} />
        </Fact>
        {companyAmount?.currency !== amount.currency && (
          <Fact label="In company currency">
            {companyAmount ? (
              <>
                <MoneyText money={companyAmount} /> <span className={classes.note}>{rateText(transaction)}</span>
              </>
            ) : (
              'No exchange rate yet'
            )}
          </Fact>
        )}
        <Fact label="Date">
          <CalendarDateText date={transaction.transactionDate} />
        </Fact>
        <Fact label="Vendor">
          {vendor && (
            <AppLink className="ol-link" href={hrefOf('VENDOR', vendor.id) as Address}>
              {vendor.name}
            </AppLink>
          )}
        </Fact>
        <Fact label="Category">{transaction.category?.name}</Fact>
        <Fact label="Department">{transaction.department?.name}</Fact>
        {transaction.businessUnit && <Fact label="Business unit">{transaction.businessUnit.name}</Fact>}
        <Fact label="Location">{transaction.location?.name}</Fact>
        {transaction.entity && <Fact label="Entity">{transaction.entity.name}</Fact>}
        <Fact label="Account type">{accountTypeText(transaction)}</Fact>
        {transaction.isPayroll && <Fact label="Payroll">Yes</Fact>}
        <Fact label="Memo">{transaction.memo}</Fact>
        <Fact label="Description">{transaction.description}</Fact>
      </Facts>
      <h3 className={classes.heading}>In the accounting system</h3>
      <Facts>
        <Fact label="Document">
          {[humanize(transaction.documentKind), transaction.documentNumber].filter(Boolean).join(' ')}
        </Fact>
        <Fact label="Account">{transaction.erpAccount?.name}</Fact>
        <Fact label="Vendor">{transaction.erpVendor?.name}</Fact>
        <Fact label="Department">{transaction.erpDepartment?.name}</Fact>
        <Fact label="Location">{transaction.erpLocation?.name}</Fact>
        <Fact label="Class">{transaction.erpClassification?.name}</Fact>
        <Fact label="Entity">{transaction.erpEntity?.name}</Fact>
        {accountingSystem && <Fact label="Company">{accountingSystem.name}</Fact>}
      </Facts>
      {href && (
        <Button
          component="a"
          href={href}
          target="_blank"
          rel="noreferrer"
          variant="default"
          mt="md"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          Open in {system ?? 'the accounting system'}
        </Button>
      )}
      {mayChange && (
        <>
          <h3 className={classes.heading}>Change vendor and category</h3>
          <RecodeLine key={transaction.version} transaction={transaction} />
        </>
      )}
      <h3 className={classes.heading}>Changes</h3>
      <LineHistory transactionId={transaction.id} canUndo={mayChange} />
      <h3 className={classes.heading}>Comments</h3>
      <ThreadPanel transaction={transaction} />
    </>
  )
}
