import { createFileRoute } from '@tanstack/react-router'
import { MemberList, memberSearch } from '../../../../features/platform/members/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

const Page = () => <MemberList />

export const Route = createFileRoute('/_staff/settings/members/')({
  staticData: { access: 'members.manage' },
  validateSearch: pageSearch(memberSearch, tableSearch),
  component: Page,
})
