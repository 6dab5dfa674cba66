import { to } from '../../../lib/address.ts'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { Notice } from '../settings/index.ts'
import { useNeedsAttention } from './api.ts'
import { openValuesKind, openValuesText } from './open-values.ts'

/** Among the settings: values of the identity provider that mean nothing here yet. */
export const ValuesNotice = () => {
  const { data, isLoading } = useNeedsAttention()
  useNotYet(isLoading)
  if (!data || data.total === 0) return null
  return (
    <Notice href={to('/settings/integrations/mappings', {}, { kind: openValuesKind(data) })}>
      {openValuesText(data)}
    </Notice>
  )
}
