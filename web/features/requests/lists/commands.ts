import { to } from '../../../lib/address.ts'
import type { UseCommands } from '../../platform/search/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { useCategories } from '../submissions/index.ts'

/** A new request in each category, and how such requests are approved. */
export const useCommands: UseCommands = () => {
  const can = useCan()
  const { data = [] } = useCategories()
  if (!can('requests.use')) return []
  return data
    .filter(({ formVersion }) => formVersion > 0)
    .flatMap(({ id, name }) => [
      {
        kind: 'New',
        label: `New ${name} request`,
        href: to('/intake-requests/$categoryId/new', { categoryId: id }),
        also: 'create file',
      },
      {
        kind: 'Help',
        label: `How ${name} requests are approved`,
        href: to('/intake-requests/$categoryId/how-approved', { categoryId: id }),
      },
    ])
}
