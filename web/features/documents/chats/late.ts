/** What pages load when someone can ask. */

export const loadChat = () => import('./chat.tsx')
