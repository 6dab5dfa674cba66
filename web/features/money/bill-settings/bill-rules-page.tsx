import type { ReactNode } from 'react'
import { RuleSubjectProvider } from '../../approvals/rule-sets/index.ts'
import { GuardedChanges } from '../../platform/guarded/index.ts'
import { PaymentsGatekeeper } from '../payments/index.ts'
import { BILL_RULES } from './bill-rules.ts'

/** Any page of rule sets of bills. */
export const BillRulesPage = ({ children }: { children: ReactNode }) => (
  <PaymentsGatekeeper need="ENABLED">
    <GuardedChanges />
    <RuleSubjectProvider value={BILL_RULES}>{children}</RuleSubjectProvider>
  </PaymentsGatekeeper>
)
