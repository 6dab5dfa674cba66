import { late } from '../../../ui/settling/late.tsx'

/** What pages of other areas load when it is shown. */

export const loadThreadList = () => import('./thread-list.tsx')

export const LateThreadList = late(() => loadThreadList().then((module) => module.ThreadList), 200)
