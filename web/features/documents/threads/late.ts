/** What pages of other areas load when it is shown. */

export const loadThreadList = () => import('./thread-list.tsx')
export const loadWaitingComments = () => import('./waiting-comments.tsx')
