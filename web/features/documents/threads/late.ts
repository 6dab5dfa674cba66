import { late } from '../../../lib/connection/late.tsx'
import { TAB_BONES } from '../../../ui/print/tab-bones.tsx'

/** What pages of other areas load when it is shown. */

export const loadThreadList = () => import('./thread-list.tsx')
export const loadWaitingComments = () => import('./waiting-comments.tsx')

export const LateThreadList = late(() => loadThreadList().then((module) => module.ThreadList), TAB_BONES)
