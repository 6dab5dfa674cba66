import { isMissing } from '../../../lib/errors.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { Fact, Facts } from '../../../ui/details.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { type Receipt, type ReceiptAddress, useReceipt } from './api.ts'
import { FormOwner } from './form-owner.tsx'
import classes from './public-form.module.css'

const STATES: Record<Receipt['state'], State & { text: (company: string) => string }> = {
  IN_REVIEW: { tone: 'waiting', label: 'In review', text: (company) => `${company} is reviewing what you sent.` },
  ACCEPTED: { tone: 'positive', label: 'Accepted', text: (company) => `${company} accepted what you sent.` },
  DECLINED: { tone: 'negative', label: 'Declined', text: (company) => `${company} decided not to go on with it.` },
  CLOSED: { tone: 'archived', label: 'Closed', text: (company) => `${company} closed it without a decision.` },
}

/** What became of a form, for the person who sent it. */
export const PublicReceipt = (address: ReceiptAddress) => {
  const { data, error, refetch } = useReceipt(address)
  usePageTitle(data?.title ?? 'Receipt')
  if (!data && !error) return <PageSpinner />
  return (
    <main className={classes.page}>
      {data ? (
        <Found receipt={data} />
      ) : isMissing(error) ? (
        <>
          <h1 className="ol-visually-hidden">Receipt not found</h1>
          <EmptyState
            title="This receipt does not exist"
            text="Check that the address is complete. If the form was deleted, its receipt is gone too."
          />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const Found = ({ receipt }: { receipt: Receipt }) => {
  const { text, ...state } = STATES[receipt.state]
  const { title, category, companyName, sentAt, decidedAt, documents } = receipt
  return (
    <>
      <header className={classes.head}>
        <FormOwner company={{ ...receipt, name: companyName }} />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.description}>
          <StatusBadge {...state} /> <span>{text(companyName)}</span>
        </p>
      </header>
      <Facts>
        <Fact label="Form">{category}</Fact>
        <Fact label="Sent">
          <DateTimeText instant={sentAt} />
        </Fact>
        {decidedAt && (
          <Fact label={state.label}>
            <DateTimeText instant={decidedAt} />
          </Fact>
        )}
        {documents.length > 0 && (
          <Fact label={documents.length === 1 ? 'File' : 'Files'}>
            {documents.map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files can have one name
              <div key={i}>{name}</div>
            ))}
          </Fact>
        )}
      </Facts>
    </>
  )
}
