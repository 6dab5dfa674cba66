import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useApprovalEffects } from '../approval-effects.ts'

/** What the approval of this request changes elsewhere. */
export const EffectsShown = ({ id }: { id: string }) => {
  const effects = useApprovalEffects()
  if (!effects) return null
  return (
    <Suspense fallback={<Skeleton height={96} radius="lg" />}>
      <effects.Shown submissionId={id} />
    </Suspense>
  )
}
