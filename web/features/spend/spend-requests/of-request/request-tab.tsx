import { late } from '../../../../lib/connection/late.tsx'
import { TAB_BONES } from '../../../../ui/print/tab-bones.tsx'
import type { FurtherTabs } from '../../../requests/submissions/index.ts'

const SpendRequestOfRequest = late(
  () => import('./spend-of-request.tsx').then((module) => module.SpendRequestOfRequest),
  TAB_BONES,
)

/** For the pages of requests. */
export const SPEND_TAB: FurtherTabs = {
  'spend-request': (submission) => <SpendRequestOfRequest submission={submission} />,
}
