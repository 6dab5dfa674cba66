/** What pages of other areas load when it is shown. */

export const loadSendDialog = () => import('./send-dialog.tsx')
