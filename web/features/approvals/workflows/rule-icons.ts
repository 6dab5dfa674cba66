import {
  IconBuildingStore,
  IconFileInvoice,
  IconForms,
  IconListCheck,
  IconMailForward,
  IconShoppingCart,
  IconUserCheck,
  IconWebhook,
} from '@tabler/icons-react'
import type { RuleType } from '../../../../schema/approvals/workflows/definition.ts'

export const RULE_ICONS: Partial<Record<RuleType, typeof IconListCheck>> = {
  APPROVAL: IconUserCheck,
  TASK: IconListCheck,
  ADDITIONAL_STEP: IconForms,
  SEND_DOCUMENT: IconMailForward,
  SEND_VENDOR_FORM: IconBuildingStore,
  CREATE_SERVICE: IconFileInvoice,
  NETSUITE_PURCHASE_ORDER: IconShoppingCart,
  WEBHOOK: IconWebhook,
}
