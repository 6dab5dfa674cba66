import { late } from '../../../../ui/settling/late.tsx'
import type { FurtherTabs } from '../../../requests/submissions/index.ts'

const SpendRequestOfRequest = late(
  () => import('./spend-of-request.tsx').then((module) => module.SpendRequestOfRequest),
  200,
)

/** For the pages of requests. */
export const SPEND_TAB: FurtherTabs = {
  'spend-request': (submission) => <SpendRequestOfRequest submission={submission} />,
}
