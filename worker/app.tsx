/** @jsxImportSource hono/jsx */
import { Hono } from 'hono'
import './kinds.ts'
import { AppError } from './core/errors.ts'
import { approverMatrixDoors } from './features/approvals/approver-matrix/rest.ts'
import { blockDoors } from './features/approvals/blocks/rest.ts'
import { deadlineDoors } from './features/approvals/deadlines/rest.ts'
import { decisionLinkDoors } from './features/approvals/decision-links/rest.ts'
import { delegateDoors } from './features/approvals/delegates/rest.ts'
import { evidenceDoors } from './features/approvals/evidence/rest.ts'
import { inboxDoors } from './features/approvals/inbox/rest.ts'
import { reroutingDoors } from './features/approvals/rerouting/rest.ts'
import { ruleSetDoors } from './features/approvals/rule-sets/rest.ts'
import { workflowTaskDoors } from './features/approvals/tasks/rest.ts'
import { syncRunDoors } from './features/connections/sync-runs/rest.ts'
import { webhookDoor } from './features/connections/webhooks/rest.ts'
import { chatDoors } from './features/documents/chats/rest.ts'
import { documentDoors } from './features/documents/documents/rest.ts'
import { inboundMailDoors } from './features/documents/inbound-mail/rest.ts'
import { readingDoors } from './features/documents/reading/rest.ts'
import { threadDoors } from './features/documents/threads/rest.ts'
import { billDoors } from './features/money/bills/rest.ts'
import { checkDoors } from './features/money/checks/rest.ts'
import { invoiceAddressDoors } from './features/money/invoice-addresses/rest.ts'
import { invoiceLessonDoors } from './features/money/invoice-lessons/rest.ts'
import { ledgerDoors } from './features/money/ledger/rest.ts'
import { paymentDoors } from './features/money/payments/rest.ts'
import { vendorInvoiceDoors } from './features/money/vendor-invoices/rest.ts'
import { worklistDoors } from './features/money/worklist/rest.ts'
import { mappingDoors } from './features/planning/actuals/rest.ts'
import { pictureDoors } from './features/planning/pictures/rest.ts'
import { planDoors } from './features/planning/plans/rest.ts'
import { transactionDoors } from './features/planning/transactions/rest.ts'
import { vendorBriefDoors } from './features/planning/vendor-brief/rest.ts'
import { accountingDoors } from './features/platform/accounting/rest.ts'
import { addressDoors } from './features/platform/addresses/rest.ts'
import { apiKeyDoors } from './features/platform/api-keys/rest.ts'
import { auditDoors } from './features/platform/audit/rest.ts'
import { bellDoors } from './features/platform/bell/rest.ts'
import { bookPushDoors } from './features/platform/book-pushes/rest.ts'
import { businessHoursDoors } from './features/platform/business-hours/rest.ts'
import { companyDoors } from './features/platform/company/rest.ts'
import { configurationDoors } from './features/platform/configuration/rest.ts'
import { currencyRateDoors } from './features/platform/currency-rates/rest.ts'
import { factorDoors } from './features/platform/factors/rest.ts'
import { firstStepDoors } from './features/platform/first-steps/rest.ts'
import { guardedDoors } from './features/platform/guarded/rest.ts'
import { listColumnDoors } from './features/platform/list-columns/rest.ts'
import { lookupDoors } from './features/platform/lookups/rest.ts'
import { memberImportDoors } from './features/platform/member-imports/rest.ts'
import { memberDoors } from './features/platform/members/rest.ts'
import { moveDoors } from './features/platform/moves/rest.ts'
import { notificationSettingsDoors } from './features/platform/notifications/rest.ts'
import { health, ready, tellCalls } from './features/platform/operations/index.ts'
import { operationsDoors } from './features/platform/operations/rest.ts'
import { organisationDoors } from './features/platform/organisation/rest.ts'
import { SCIM_PATH, scimRouter } from './features/platform/provisioning/index.ts'
import { provisioningDoors } from './features/platform/provisioning/rest.ts'
import { searchDoors } from './features/platform/search/rest.ts'
import { sessionDoors } from './features/platform/session/rest.ts'
import { shellDoors } from './features/platform/shell/rest.ts'
import { samlAnswerDoor, samlMetadataDoor } from './features/platform/sign-on/index.ts'
import { signOnDoors } from './features/platform/sign-on/rest.ts'
import { signUpDoors } from './features/platform/sign-up/rest.ts'
import { superAdminDoors } from './features/platform/super-admin/rest.ts'
import { unsubscribeDoors } from './features/platform/unsubscribe/rest.ts'
import { categoryDoors } from './features/requests/categories/rest.ts'
import { externalRequestDoors } from './features/requests/external-requests/rest.ts'
import { formDoors } from './features/requests/forms/rest.ts'
import { requestListDoors } from './features/requests/lists/rest.ts'
import { proposedVendorDoors } from './features/requests/proposed-vendors/rest.ts'
import { sourcingDoors } from './features/requests/sourcing/rest.ts'
import { sourcingEventDoors } from './features/requests/sourcing-events/rest.ts'
import { submissionDoors } from './features/requests/submissions/rest.ts'
import { categoryTemplateDoors } from './features/requests/templates/rest.ts'
import { workflowDoors } from './features/requests/workflows/rest.ts'
import { purchaseOrderDoors } from './features/spend/purchase-orders/rest.ts'
import { spendDoors } from './features/spend/spend-requests/rest.ts'
import { vendorImportDoors } from './features/vendors/imports/rest.ts'
import { vendorMergeDoors } from './features/vendors/merges/rest.ts'
import { vendorPortalDoors } from './features/vendors/portal/rest.ts'
import { proposalDoors } from './features/vendors/proposals/rest.ts'
import { renewalDoors } from './features/vendors/renewals/rest.ts'
import { sampleDataDoors } from './features/vendors/sample-data/rest.ts'
import { serviceDoors } from './features/vendors/services/rest.ts'
import { vendorSettingsDoors } from './features/vendors/settings/rest.ts'
import { vendorFormDoors } from './features/vendors/vendor-forms/rest.ts'
import { vendorDoors } from './features/vendors/vendors/rest.ts'
import { schema } from './graphql.ts'
import { type AppBindings, requestContext } from './transport/context.ts'
import { errorResponse } from './transport/errors.ts'
import { graphqlHandler } from './transport/graphql/handler.ts'
import { openApiText } from './transport/openapi/document.ts'
import { ReferencePage } from './transport/reference-page.tsx'
import { type Door, restRouter } from './transport/rest.ts'
import { apiHeaders, csrfGuard, wholeBodies } from './transport/security.ts'

/** Every REST endpoint, by area. */
export const doors = [
  ...sessionDoors,
  ...factorDoors,
  ...shellDoors,
  ...signOnDoors,
  ...signUpDoors,
  ...companyDoors,
  ...moveDoors,
  ...superAdminDoors,
  ...operationsDoors,
  ...listColumnDoors,
  ...lookupDoors,
  ...searchDoors,
  ...memberDoors,
  ...memberImportDoors,
  ...firstStepDoors,
  ...sampleDataDoors,
  ...organisationDoors,
  ...notificationSettingsDoors,
  ...unsubscribeDoors,
  ...bellDoors,
  ...addressDoors,
  ...apiKeyDoors,
  ...provisioningDoors,
  ...accountingDoors,
  ...bookPushDoors,
  ...configurationDoors,
  ...currencyRateDoors,
  ...guardedDoors,
  ...approverMatrixDoors,
  ...ruleSetDoors,
  ...invoiceAddressDoors,
  ...invoiceLessonDoors,
  ...paymentDoors,
  ...vendorInvoiceDoors,
  ...checkDoors,
  ...vendorSettingsDoors,
  ...vendorImportDoors,
  ...vendorMergeDoors,
  ...renewalDoors,
  ...serviceDoors,
  ...vendorDoors,
  ...proposalDoors,
  ...spendDoors,
  ...billDoors,
  ...purchaseOrderDoors,
  ...categoryDoors,
  ...categoryTemplateDoors,
  ...formDoors,
  ...workflowDoors,
  ...requestListDoors,
  ...proposedVendorDoors,
  ...submissionDoors,
  ...blockDoors,
  ...inboxDoors,
  ...deadlineDoors,
  ...businessHoursDoors,
  ...decisionLinkDoors,
  ...evidenceDoors,
  ...delegateDoors,
  ...reroutingDoors,
  ...threadDoors,
  ...chatDoors,
  ...workflowTaskDoors,
  ...documentDoors,
  ...readingDoors,
  ...inboundMailDoors,
  ...auditDoors,
  ...vendorPortalDoors,
  ...vendorFormDoors,
  ...sourcingDoors,
  ...sourcingEventDoors,
  ...externalRequestDoors,
  ...syncRunDoors,
  ...ledgerDoors,
  ...mappingDoors,
  ...pictureDoors,
  ...vendorBriefDoors,
  ...worklistDoors,
  ...transactionDoors,
  ...planDoors,
]

/** The Worker's HTTP side, in the order in which a request is handled. */
export const createApp = (listed: Door[] = doors): Hono<AppBindings> => {
  const app = new Hono<AppBindings>()
  app.onError((error, c) => errorResponse(error, c))
  app.notFound((c) => errorResponse(new AppError('NOT_FOUND', 'There is nothing at this address.'), c))

  app.use(wholeBodies)
  app.use(apiHeaders)
  app.get('/health', health)
  app.get('/ready', ready)
  app.use(csrfGuard)
  app.get('/api/openapi.json', (c) =>
    c.body(openApiText(doors, c.env.OUTLAY_ORIGIN), 200, { 'Content-Type': 'application/json' }),
  )
  app.get('/api/reference', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return c.html(<ReferencePage doors={doors} />)
  })
  app.post(webhookDoor.path, webhookDoor.handle)
  app.use(tellCalls)
  app.use(requestContext)
  app.post('/graphql', graphqlHandler(schema))
  app.post(samlAnswerDoor.path, samlAnswerDoor.handle)
  app.get(samlMetadataDoor.path, samlMetadataDoor.handle)
  app.route(SCIM_PATH, scimRouter())
  app.route('/', restRouter(listed))
  return app
}
