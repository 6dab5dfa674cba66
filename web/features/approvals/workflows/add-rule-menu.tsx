import type { RuleType } from '../../../../schema/approvals/workflows/definition.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { useCan } from '../../platform/session/index.ts'
import { AddMenu, type AddMenuProps } from './add-menu.tsx'
import { RULE_ICONS } from './rule-icons.ts'

const TEXTS: [RuleType, string][] = [
  ['APPROVAL', 'Someone approves or rejects the request'],
  ['TASK', 'Someone completes a task'],
  ['ADDITIONAL_STEP', 'Someone answers more questions from the form'],
  ['CREATE_SERVICE', 'Someone creates the service, prefilled from the answers'],
  ['NETSUITE_PURCHASE_ORDER', 'Someone creates a purchase order, prefilled from the request'],
  ['SEND_VENDOR_FORM', 'A vendor fills in forms, and the answers come back'],
  ['SEND_DOCUMENT', 'Documents are emailed automatically'],
  ['WEBHOOK', 'Another system is notified automatically'],
]
const OFFERED = TEXTS.map(([type, text]) => ({ type, text, label: RULE_TYPE_LABELS[type], icon: RULE_ICONS[type] }))

/** Approval or task: the kinds of rules that can be configured today. */
export const AddRuleMenu = (props: AddMenuProps<RuleType>) => {
  const can = useCan()
  const offered = OFFERED.filter(
    ({ type }) =>
      (type !== 'SEND_VENDOR_FORM' || can('vendor-forms.use')) &&
      (type !== 'NETSUITE_PURCHASE_ORDER' || can('purchase-orders.use')),
  )
  return <AddMenu {...props} offered={offered} />
}
