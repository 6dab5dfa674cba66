import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { TableView } from '../../../ui/table/table-view.tsx'
import { billHref } from './address.ts'
import { useBillAttention } from './api.ts'
import own from './bills.module.css'
import { type BillToReview, reviewColumns } from './review-columns.tsx'

/** On Home, beside the requests that wait. Nothing where nothing waits. */
export const BillAttention = () => {
  const { data, isLoading } = useBillAttention()
  useNotYet(isLoading)
  if (!data || data.length === 0) return null
  return (
    <div>
      <h2 className={own.attentionTitle}>Bills waiting for you</h2>
      <TableView<BillToReview>
        label="Bills waiting for you"
        columns={reviewColumns}
        rows={data}
        rowId={({ id }) => id}
        rowHref={({ id }) => billHref(id)}
        rowKeys={false}
        empty={{ title: 'Nothing here' }}
      />
    </div>
  )
}
