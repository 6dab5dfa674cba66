import { to } from '../../../lib/address.ts'
import type { UseCommands } from '../../platform/search/index.ts'
import { useCan } from '../../platform/session/index.ts'

export const useCommands: UseCommands = () => {
  const can = useCan()
  return [
    ...(can('vendors.create')
      ? [{ kind: 'New', label: 'Add vendor', href: to('/vendors/add-new'), also: 'create' }]
      : []),
    ...(can('services.create')
      ? [{ kind: 'New', label: 'Add service', href: to('/services/add-new'), also: 'create' }]
      : []),
  ]
}
