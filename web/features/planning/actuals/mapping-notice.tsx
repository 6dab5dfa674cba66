import { to } from '../../../lib/address.ts'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { Notice } from '../../platform/settings/index.ts'
import { useUnmappedCounts } from './mapping-api.ts'

/** Names of the accounting system whose spend belongs to no one yet. */
export const MappingNotice = () => {
  const { data, isLoading } = useUnmappedCounts()
  useNotYet(isLoading)
  const open = (data?.departments ?? 0) + (data?.expenseAccounts ?? 0) + (data?.vendors ?? 0)
  if (open === 0) return null
  return (
    <Notice href={to('/settings/manage-mappings/actuals/erp-departments')}>
      {open === 1 ? '1 name' : `${open} names`} of the accounting system {open === 1 ? 'isn’t' : 'aren’t'} mapped yet
    </Notice>
  )
}
