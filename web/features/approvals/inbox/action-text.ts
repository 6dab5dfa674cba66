import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'

/** "Manager approval", "Bo asked for changes", "Security for Omar" */
export const actionText = ({ label, ruleType, sentBack, onBehalfOf }: InboxItem['actions'][number]): string => {
  // Blocks are named after who decides ("Manager"), so what they do is added.
  const what = !sentBack && ruleType === 'APPROVAL' && !/approv|review/i.test(label) ? `${label} approval` : label
  return onBehalfOf ? `${what} for ${onBehalfOf.name}` : what
}
