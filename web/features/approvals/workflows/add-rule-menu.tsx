import type { RuleType } from '../../../../schema/approvals/workflows/definition.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { AddMenu, type AddMenuProps } from './add-menu.tsx'
import { RULE_ICONS } from './rule-icons.ts'

const TEXTS: [RuleType, string][] = [
  ['APPROVAL', 'Someone approves or rejects the request'],
  ['TASK', 'Someone completes a task'],
  ['ADDITIONAL_STEP', 'Someone answers more questions from the form'],
  ['CREATE_SERVICE', 'Someone creates the service, prefilled from the answers'],
  ['SEND_DOCUMENT', 'Documents are emailed automatically'],
  ['WEBHOOK', 'Another system is notified automatically'],
]
const OFFERED = TEXTS.map(([type, text]) => ({ type, text, label: RULE_TYPE_LABELS[type], icon: RULE_ICONS[type] }))

/** Approval or task: the kinds of rules that can be configured today. */
export const AddRuleMenu = (props: AddMenuProps<RuleType>) => <AddMenu {...props} offered={OFFERED} />
