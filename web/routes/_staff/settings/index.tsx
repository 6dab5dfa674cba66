import { createFileRoute } from '@tanstack/react-router'
import { useCan } from '../../../features/platform/session/index.ts'
import { NAVIGATION, visibleEntries } from '../../../features/platform/shell/index.ts'
import { GoTo } from '../../../ui/go-to.tsx'
import { Forbidden } from '../../../ui/states.tsx'

/** /settings itself leads to the first page that the person can see. */
const Page = () => {
  const can = useCan()
  const settings = visibleEntries(NAVIGATION, can).find((entry) => entry.id === 'settings')
  const first = settings?.children?.[0]
  return first ? <GoTo href={first.href} /> : <Forbidden />
}

export const Route = createFileRoute('/_staff/settings/')({
  staticData: { access: 'staff' },
  component: Page,
})
