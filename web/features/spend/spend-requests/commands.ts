import { to } from '../../../lib/address.ts'
import type { UseCommands } from '../../platform/search/index.ts'
import { useCan } from '../../platform/session/index.ts'

export const useCommands: UseCommands = () =>
  useCan()('spend-requests.use')
    ? [{ kind: 'New', label: 'New spend request', href: to('/spend-requests/add-new'), also: 'create file' }]
    : []
