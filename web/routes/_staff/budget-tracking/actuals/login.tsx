import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { ConnectPage } from '../../../../features/platform/accounting/index.ts'
import { pageSearch, usePageSearch } from '../../../../lib/search-params.ts'

const search = z.object({
  code: z.string().max(2000).optional().catch(undefined),
  state: z.string().max(500).optional().catch(undefined),
  realmId: z.string().max(30).optional().catch(undefined),
  error: z.string().max(100).optional().catch(undefined),
  dialog: z.enum(['netsuite']).optional().catch(undefined),
})
const BLANK = { code: undefined, state: undefined, realmId: undefined, error: undefined, dialog: undefined }

const Page = () => {
  const [returned, setSearch] = usePageSearch(search)
  const navigate = useNavigate()
  return (
    <ConnectPage
      returned={returned}
      setReturned={(next) => setSearch({ ...BLANK, ...next })}
      onConnected={() => void navigate({ to: '/budget-tracking/actuals', replace: true })}
    />
  )
}

export const Route = createFileRoute('/_staff/budget-tracking/actuals/login')({
  staticData: { access: 'integrations.manage' },
  validateSearch: pageSearch(search),
  component: Page,
})
