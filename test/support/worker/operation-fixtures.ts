import { env } from 'cloudflare:workers'
import { accountingFixtures } from './fixtures/accounting.ts'
import { apiKeyFixtures } from './fixtures/api-keys.ts'
import { approverMatrixFixtures } from './fixtures/approver-matrix.ts'
import { auditFixtures } from './fixtures/audit.ts'
import { bellFixtures } from './fixtures/bell.ts'
import { billMatchFixtures } from './fixtures/bill-matches.ts'
import { billPaymentFixtures } from './fixtures/bill-payments.ts'
import { billSettingsFixtures } from './fixtures/bill-settings.ts'
import { billFixtures } from './fixtures/bills.ts'
import { bookPushFixtures } from './fixtures/book-pushes.ts'
import { categorySettingsFixtures } from './fixtures/category-settings.ts'
import { chatFixtures } from './fixtures/chats.ts'
import { checkFixtures } from './fixtures/checks.ts'
import { companyFixtures } from './fixtures/company.ts'
import { companyConfigurationFixtures } from './fixtures/company-configuration.ts'
import { configurationFixtures } from './fixtures/configuration.ts'
import { currencyRateFixtures } from './fixtures/currency-rates.ts'
import { decisionLinkFixtures } from './fixtures/decision-links.ts'
import { documentObjectFixtures } from './fixtures/document-objects.ts'
import { documentFixtures } from './fixtures/documents.ts'
import { evidenceFixtures } from './fixtures/evidence.ts'
import { externalRequestFixtures } from './fixtures/external-requests.ts'
import type { OperationFixture } from './fixtures/fixture.ts'
import { inboundMailFixtures } from './fixtures/inbound-mail.ts'
import { ledgerFixtures } from './fixtures/ledger.ts'
import { listColumnFixtures } from './fixtures/list-columns.ts'
import { managedMemberFixtures } from './fixtures/managed-members.ts'
import { mappingFixtures } from './fixtures/mappings.ts'
import { memberAccessFixtures } from './fixtures/member-access.ts'
import { memberImportFixtures } from './fixtures/member-imports.ts'
import { memberFixtures } from './fixtures/members.ts'
import { notificationSettingsFixtures } from './fixtures/notification-settings.ts'
import { orderChangeFixtures } from './fixtures/order-changes.ts'
import { organisationFixtures } from './fixtures/organisation.ts'
import { guardedFixtures, paymentDetailsFixtures } from './fixtures/payment-details.ts'
import { paymentFixtures } from './fixtures/payments.ts'
import { pictureFixtures } from './fixtures/pictures.ts'
import { planFixtures } from './fixtures/plans.ts'
import { proposedVendorFixtures } from './fixtures/proposed-vendors.ts'
import { orderTaskFixtures, purchaseOrderFixtures } from './fixtures/purchase-orders.ts'
import { recodeFixtures } from './fixtures/recode.ts'
import { renewalFixtures } from './fixtures/renewals.ts'
import { requestListFixtures } from './fixtures/request-lists.ts'
import { requestRoutingFixtures } from './fixtures/request-routing.ts'
import { requestServiceFixtures } from './fixtures/request-services.ts'
import { requestFixtures } from './fixtures/requests.ts'
import { reroutingFixtures } from './fixtures/rerouting.ts'
import { ruleSetFixtures } from './fixtures/rule-sets.ts'
import { searchFixtures } from './fixtures/search.ts'
import { sendBackFixtures } from './fixtures/send-back.ts'
import { serviceFixtures } from './fixtures/services.ts'
import { lookupFixtures, sessionFixtures } from './fixtures/session.ts'
import { sourcingFixtures } from './fixtures/sourcing.ts'
import { sourcingBidFixtures, sourcingEventFixtures } from './fixtures/sourcing-events.ts'
import { spendRequestChangeFixtures } from './fixtures/spend-request-changes.ts'
import { spendRequestFixtures } from './fixtures/spend-requests.ts'
import { superAdminFixtures } from './fixtures/super-admin.ts'
import { syncRunFixtures } from './fixtures/sync-runs.ts'
import { threadFixtures } from './fixtures/threads.ts'
import { transactionFixtures } from './fixtures/transactions.ts'
import { unitFixtures } from './fixtures/units.ts'
import { vendorCompanyFixtures } from './fixtures/vendor-companies.ts'
import { vendorDocumentFixtures } from './fixtures/vendor-documents.ts'
import { vendorFormPortalFixtures } from './fixtures/vendor-form-portal.ts'
import { vendorFormUpdateFixtures } from './fixtures/vendor-form-updates.ts'
import { vendorFormFixtures } from './fixtures/vendor-forms.ts'
import { vendorInvitationFixtures } from './fixtures/vendor-invitations.ts'
import { vendorInvoiceFixtures } from './fixtures/vendor-invoices.ts'
import { vendorImportFixtures, vendorMergeFixtures } from './fixtures/vendor-merges.ts'
import { vendorPortalFixtures } from './fixtures/vendor-portal.ts'
import { vendorSettingsFixtures } from './fixtures/vendor-settings.ts'
import { vendorFixtures } from './fixtures/vendors.ts'
import { workflowTaskFixtures } from './fixtures/workflow-tasks.ts'

/**
 * What every operation must answer, by its id, in the wings of the product. The authorization matrix and the contract
 * suite are built from these and from the registry. A new operation fails the suite until it has one.
 */
export const FIXTURES = {
  platform: {
    ...sessionFixtures,
    ...lookupFixtures,
    ...searchFixtures,
    ...memberFixtures,
    ...managedMemberFixtures,
    ...memberAccessFixtures,
    ...memberImportFixtures,
    ...organisationFixtures,
    ...unitFixtures,
    ...notificationSettingsFixtures,
    ...bellFixtures,
    ...listColumnFixtures,
    ...apiKeyFixtures,
    ...accountingFixtures,
    ...bookPushFixtures,
    ...billSettingsFixtures,
    ...currencyRateFixtures,
    ...guardedFixtures,
    ...auditFixtures,
    ...companyFixtures,
    ...companyConfigurationFixtures,
    ...superAdminFixtures,
  },
  documents: {
    ...documentFixtures,
    ...documentObjectFixtures,
    ...inboundMailFixtures,
    ...threadFixtures,
    ...chatFixtures,
  },
  approvals: {
    ...approverMatrixFixtures,
    ...ruleSetFixtures,
    ...requestRoutingFixtures,
    ...reroutingFixtures,
    ...workflowTaskFixtures,
    ...sendBackFixtures,
    ...decisionLinkFixtures,
    ...evidenceFixtures,
    ...proposedVendorFixtures,
  },
  requests: {
    ...configurationFixtures,
    ...categorySettingsFixtures,
    ...requestFixtures,
    ...requestServiceFixtures,
    ...requestListFixtures,
    ...sourcingFixtures,
    ...sourcingEventFixtures,
    ...sourcingBidFixtures,
    ...externalRequestFixtures,
  },
  vendors: {
    ...vendorSettingsFixtures,
    ...vendorImportFixtures,
    ...vendorMergeFixtures,
    ...vendorFixtures,
    ...serviceFixtures,
    ...pictureFixtures,
    ...renewalFixtures,
    ...vendorPortalFixtures,
    ...vendorFormFixtures,
    ...vendorFormPortalFixtures,
    ...vendorFormUpdateFixtures,
    ...vendorDocumentFixtures,
    ...vendorCompanyFixtures,
    ...vendorInvitationFixtures,
  },
  spend: {
    ...spendRequestFixtures,
    ...spendRequestChangeFixtures,
    ...purchaseOrderFixtures,
    ...orderTaskFixtures,
    ...orderChangeFixtures,
  },
  money: {
    ...billFixtures,
    ...billMatchFixtures,
    ...ledgerFixtures,
    ...paymentFixtures,
    ...paymentDetailsFixtures,
    ...billPaymentFixtures,
    ...vendorInvoiceFixtures,
    ...checkFixtures,
  },
  planning: { ...mappingFixtures, ...transactionFixtures, ...recodeFixtures, ...planFixtures },
  connections: { ...syncRunFixtures },
} satisfies Record<string, Record<string, OperationFixture>>

/** The generated suites have a file for each. */
export type Wing = keyof typeof FIXTURES
export const WINGS = Object.keys(FIXTURES) as Wing[]

export const operationFixtures: Record<string, OperationFixture> = Object.assign({}, ...Object.values(FIXTURES))

const asked = env.ONLY_OPERATIONS ? new Set(env.ONLY_OPERATIONS.split(',').map((id) => id.trim())) : null

/** The generated suites ask about every operation, or about those that `ONLY_OPERATIONS` names. */
export const isAsked = (operationId: string): boolean => asked?.has(operationId) ?? true

export const isOf = (wing: Wing, operationId: string): boolean => operationId in FIXTURES[wing] && isAsked(operationId)
