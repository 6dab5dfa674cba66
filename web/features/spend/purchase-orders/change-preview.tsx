import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { previewOrderChange } from '../../../../schema/spend/purchase-orders/change-endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { Section } from '../../../ui/details.tsx'
import { ApprovalsPreview } from '../../approvals/engine/index.ts'
import { orderKeys } from './api.ts'

const DEBOUNCE_MS = 400

interface ChangePreviewProps {
  purchaseOrderId: string
  body: BodyOf<typeof previewOrderChange>
  /** Whether anything would change. */
  isChange: boolean
}

/** Who would approve a change of an order. What isn't complete yet is told beside its field. */
export const ChangePreview = ({ purchaseOrderId, body, isChange }: ChangePreviewProps) => {
  const text = JSON.stringify(body)
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS)
  const asked = useMemo(() => JSON.parse(debounced) as typeof body, [debounced])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...orderKeys.one(purchaseOrderId), 'change-preview', debounced],
    queryFn: ({ signal }) => call(previewOrderChange, { params: { purchaseOrderId }, body: asked, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: isChange,
  })
  const isIncomplete = !isChange || (isApiError(error) && error.code === 'INVALID')
  return (
    <Section id="change-approvers" title="Who will approve">
      <ApprovalsPreview
        preview={isIncomplete || !data ? undefined : { ...data, workflow: null }}
        error={isIncomplete ? null : error}
        onRetry={() => void refetch()}
        updating={isPlaceholderData || debounced !== text}
        waitingForInput={isIncomplete}
        noun="change"
        problemTitle="This change can’t be sent yet"
      />
    </Section>
  )
}
