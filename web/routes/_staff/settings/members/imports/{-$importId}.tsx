import { createFileRoute } from '@tanstack/react-router'
import { MemberImportList, MemberImportPage } from '../../../../../features/platform/member-imports/index.ts'

const Page = () => {
  const { importId } = Route.useParams()
  return importId ? <MemberImportPage importId={importId} /> : <MemberImportList />
}

export const Route = createFileRoute('/_staff/settings/members/imports/{-$importId}')({
  staticData: { access: 'members.import' },
  component: Page,
})
