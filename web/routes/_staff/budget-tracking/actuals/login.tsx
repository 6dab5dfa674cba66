import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { ConnectPage } from '../../../../features/platform/accounting/index.ts'
import { pageSearch, usePageSearch } from '../../../../lib/search-params.ts'
import { searchText } from '../../../../lib/search-text.ts'

/** What Intuit sends people back with, and a dialog. */
const search = z.object({
  code: searchText,
  state: searchText,
  realmId: searchText,
  error: searchText,
  dialog: searchText,
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
