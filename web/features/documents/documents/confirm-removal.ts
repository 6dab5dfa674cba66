import { confirm } from '../../../ui/confirm.tsx'

/** Asks before a document leaves something that is approved. @param from "this request" */
export const confirmRemoval = (displayName: string, from: string): Promise<boolean> =>
  confirm({
    title: `Remove ${displayName}?`,
    text: `It’s removed from ${from}. People who could see it only here lose access. Approvals given with it restart while ${from} is in review.`,
    confirmLabel: 'Remove document',
    danger: true,
  })
