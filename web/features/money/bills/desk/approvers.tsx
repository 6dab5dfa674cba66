import { useDebouncedValue } from '@mantine/hooks'
import { Fragment, type ReactNode, useMemo } from 'react'
import type { BillFormValues } from '../../../../../schema/money/bills/form-endpoints.ts'
import { listOf } from '../../../../../schema/shared/name-lists.ts'
import { useSaid } from '../../../../ui/focus/use-said.ts'
import { ApprovalsPreview, type Preview, saidApprovals } from '../../../approvals/engine/index.ts'
import { useBillPreview } from '../form-api.ts'
import { previewOf } from '../form-values.ts'
import type { BillForm } from '../lines/line-extras.tsx'
import { Fold } from './fold.tsx'

const PREVIEW_DEBOUNCE_MS = 500

interface ApproversProps {
  form: BillForm
  options: BillFormValues
  id: string | undefined
}

/** Who would approve what is typed, as one line that unfolds. */
export const Approvers = ({ form, options, id }: ApproversProps) => {
  const { values } = form
  const input = useMemo(() => previewOf(values, options, id), [values, options, id])
  const [debounced] = useDebouncedValue(input, PREVIEW_DEBOUNCE_MS)
  const hasInput = values.totalAmount !== null
  const { data, error, refetch, isPlaceholderData, isFetching } = useBillPreview(debounced, hasInput)
  const updating = isPlaceholderData || debounced !== input
  useSaid(data && !updating ? saidApprovals(data, 'bill') : null)
  return (
    <Fold
      title="Who will approve"
      summary={summaryOf(data, hasInput, isFetching)}
      isNeeded={Boolean(data?.problem) || (Boolean(error) && !data)}
    >
      <ApprovalsPreview
        preview={data && { ...data, workflow: null }}
        error={error}
        onRetry={() => void refetch()}
        updating={updating}
        waitingForInput={!hasInput}
        noun="bill"
      />
    </Fold>
  )
}

const summaryOf = (data: Pick<Preview, 'levels'> | undefined, hasInput: boolean, isFetching: boolean): ReactNode => {
  if (!data) return hasInput && isFetching ? 'Checking…' : 'Enter the total first.'
  if (data.levels.length === 0) return 'No approval needed.'
  return data.levels.map(({ number, blocks }, at) => (
    <Fragment key={number}>
      {at > 0 && <span>then</span>}
      {blocks.map(({ ruleId, label, approvers }) => (
        <Fragment key={ruleId}>
          <strong>{label}</strong>
          {approvers.length > 0 && <span>{listOf(approvers.map(({ name }) => name))}</span>}
        </Fragment>
      ))}
    </Fragment>
  ))
}
