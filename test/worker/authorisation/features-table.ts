import type { CompanyFlag } from '../../../schema/shared/permissions.ts'

/**
 * What a company without a feature can't do, even with every access. Written out, so that an operation that comes without its
 * feature has to be left out here too.
 */
export const WITHOUT: { features: readonly CompanyFlag[]; refused: string }[] = [
  {
    features: ['enableIntakeRequests'],
    refused: `
      category-templates.list category-templates.use home.decision-times intake.add-documents intake.add-services
      intake.add-task intake.add-vendors intake.add-watchers intake.archive-several intake.backtest-workflow
      intake.bypass intake.category-columns intake.category-rules intake.complete-task intake.create-category
      intake.create-thread intake.create-workflow intake.custom-select-options intake.decide intake.delete-category
      intake.delete-filter-query intake.delete-submission intake.delete-workflow intake.download-submissions
      intake.duplicate intake.duplicate-category intake.explain-approvals intake.export-steps intake.filter-options
      intake.form-effects intake.get-additional-steps intake.get-answers intake.get-approvals intake.get-assignee
      intake.get-bare-steps intake.get-category-ironclad-workflows intake.get-category-settings intake.get-changes
      intake.get-ironclad-values intake.get-linked-services intake.get-my-approver-groups
      intake.get-services-from-answers intake.get-steps intake.get-submission intake.get-tabs intake.get-threads
      intake.get-viewers intake.get-workflow intake.get-workflow-version intake.label-from-id intake.list-categories
      intake.list-categories-for-settings intake.list-documents intake.list-filter-queries intake.list-submissions
      intake.list-workflow-versions intake.list-workflows intake.live intake.needs-attention
      intake.options-for-question intake.preview-approvals intake.questions intake.questions-by-category
      intake.remind intake.remind-several intake.reorder-workflows intake.restart
      intake.save-category-ironclad-workflows intake.save-category-settings intake.save-filter-query
      intake.save-submission intake.save-workflow-levels intake.set-archived intake.set-assignee
      intake.simulate-workflow intake.submission-options-for-question intake.undo-decision intake.unlink-document
      intake.unlink-service intake.unlink-vendor intake.update-categories intake.update-category intake.update-steps
      intake.update-workflow requests.totals services.create-from-task sourcing-events.add-bidder
      sourcing-events.answer-question sourcing-events.award sourcing-events.cancel sourcing-events.create
      sourcing-events.delete sourcing-events.get sourcing-events.get-bids sourcing-events.get-comparison
      sourcing-events.get-scores sourcing-events.link-vendor sourcing-events.list sourcing-events.list-csv
      sourcing-events.open-file sourcing-events.post-notice sourcing-events.postpone sourcing-events.publish
      sourcing-events.remove-bidder sourcing-events.save-scores sourcing-events.send-link sourcing-events.update
      threads.create-for-request vendors.intake-answers workflow-tasks.additional-step-complete
      workflow-tasks.webhook-complete workflow-tasks.webhook-deliveries`,
  },
  {
    features: ['enableSpendRequests'],
    refused: `
      spend-requests.add-documents spend-requests.archive-several spend-requests.by-filter
      spend-requests.by-filter-csv spend-requests.bypass spend-requests.change-on-service
      spend-requests.change-services spend-requests.count spend-requests.create spend-requests.create-for-submission
      spend-requests.create-thread spend-requests.cut spend-requests.decide spend-requests.delete
      spend-requests.delete-view spend-requests.for-submission spend-requests.get spend-requests.get-approvals
      spend-requests.get-changes spend-requests.list spend-requests.live spend-requests.modify-description
      spend-requests.needs-attention spend-requests.plans spend-requests.preview spend-requests.remind
      spend-requests.remind-several spend-requests.remove-documents spend-requests.restart spend-requests.save-filter
      spend-requests.set-archived spend-requests.set-vendor-signer spend-requests.set-watchers spend-requests.threads
      spend-requests.totals spend-requests.undo-decision spend-requests.update spend-requests.views
      spend-rules.backtest spend-rules.create spend-rules.delete spend-rules.get spend-rules.get-version
      spend-rules.list spend-rules.list-versions spend-rules.rename spend-rules.save spend-rules.save-custom-fields
      spend-rules.save-levels spend-rules.simulate spend-rules.update`,
  },
  {
    features: ['enableVendorIntake'],
    refused: `
      vendor-forms.choose-updates vendor-forms.confirm-updates vendor-forms.get vendor-forms.list vendor-forms.resend
      vendor-forms.revoke vendor-forms.updates vendors.delete-form-submission vendors.document-badges
      vendors.form-submissions-csv vendors.forms vendors.send-intake-invitation workflow-tasks.send-vendor-forms
      workflow-tasks.vendor-forms`,
  },
  {
    features: ['enableNetsuitePurchaseOrder'],
    refused: `
      purchase-orders.add-documents purchase-orders.by-filter purchase-orders.by-filter-csv purchase-orders.bypass
      purchase-orders.close purchase-orders.create-thread purchase-orders.decide purchase-orders.delete-view
      purchase-orders.get purchase-orders.get-approvals purchase-orders.get-changes-since purchase-orders.list
      purchase-orders.list-changes purchase-orders.live purchase-orders.mail purchase-orders.options
      purchase-orders.pdf purchase-orders.preview-change purchase-orders.propose-change purchase-orders.refresh
      purchase-orders.remind purchase-orders.remove-documents purchase-orders.resend purchase-orders.save-filter
      purchase-orders.task-form purchase-orders.undo-decision purchase-orders.views purchase-orders.withdraw-change
      workflow-tasks.netsuite-po-complete workflow-tasks.netsuite-po-complete-status`,
  },
  {
    features: ['enableCurrencies'],
    refused: `
      settings.create-currency-rate settings.currency-rates-today settings.delete-currency-rate
      settings.list-currency-rates settings.update-currency-rate`,
  },
  {
    features: ['enableSourcing'],
    refused: `
      sourcing-events.add-bidder sourcing-events.answer-question sourcing-events.award sourcing-events.cancel
      sourcing-events.create sourcing-events.delete sourcing-events.get sourcing-events.get-bids
      sourcing-events.get-comparison sourcing-events.get-scores sourcing-events.link-vendor sourcing-events.list
      sourcing-events.list-csv sourcing-events.open-file sourcing-events.post-notice sourcing-events.postpone
      sourcing-events.publish sourcing-events.remove-bidder sourcing-events.save-scores sourcing-events.send-link
      sourcing-events.update`,
  },
  {
    features: ['enableBusinessUnits'],
    refused: `
      organisation.all-business-units organisation.create-business-unit organisation.delete-business-unit
      organisation.get-business-unit organisation.list-business-units organisation.merge-business-unit
      organisation.update-business-unit organisation.update-business-units`,
  },
  {
    features: ['enableDocumentSummary'],
    refused: `
      documents.summarize`,
  },
  {
    features: ['paymentsEnabled'],
    refused: `
      bill-payments.by-filter bill-payments.by-filter-csv bill-payments.delete-view bill-payments.list
      bill-payments.save-filter bill-payments.views bills.add-approval bills.approvers-preview
      bills.backtest-rule-set bills.by-filter bills.by-filter-csv bills.bypass-level bills.create
      bills.create-rule-set bills.create-thread bills.decide bills.delete bills.delete-rule-set bills.delete-view
      bills.get bills.get-approvals bills.get-changes bills.get-match-settings bills.get-order bills.get-rule-set
      bills.get-rule-set-version bills.latest-by-erp-vendor bills.line-items bills.line-items-csv bills.list
      bills.list-orders bills.list-rule-set-versions bills.list-rule-sets bills.live bills.needs-attention
      bills.options bills.recreate-erp-sync-entry bills.rematch bills.remind bills.rename-rule-set bills.restart
      bills.save-filter bills.save-rule-set bills.save-rule-set-levels bills.set-archived bills.set-match-settings
      bills.set-watchers bills.simulate-rules bills.totals bills.undo-decision bills.update bills.update-documents
      bills.update-rule-set bills.update-status bills.views checks.add-employee-account checks.decide
      checks.employee-accounts checks.get checks.get-settings checks.lift-silence checks.list checks.list-csv
      checks.months checks.of-bill checks.remove-employee-account checks.set-settings checks.silence checks.silences
      documents.create-invoice erp-sync.custom-field-options erp-sync.list-custom-fields
      erp-sync.list-custom-segments mutation.modifyBillEntry
      mutation.setErpEntityEmail mutation.syncAchLoadToErp mutation.syncBillPaymentToErp mutation.syncBillToErp
      payments.account payments.add-manual-payment-information payments.add-payment-information-to-bill-payment
      payments.attach-to-erp-entity payments.attention payments.cancel-bill-payment payments.check-account
      payments.confirm-payment-information payments.create-account payments.create-run payments.create-setup-intent
      payments.decide-run payments.delete-gl-ach-load-entry payments.delete-gl-bill-entry
      payments.delete-gl-bill-payment-entry payments.delete-invoice payments.delete-payment-information
      payments.delete-payment-method payments.erp-vendor-payment-methods payments.financial-account-balance
      payments.forget-invoice-lesson payments.get-bill-payment payments.get-invoice payments.get-invoice-by-document
      payments.get-limits payments.get-payment-information-approvers payments.get-run
      payments.get-vendor-invoice-settings payments.gl-entry payments.invite-to-add-payment-information
      payments.list-gl-entries payments.list-invoice-addresses payments.list-invoice-lessons payments.list-invoices
      payments.list-runs payments.load-funds payments.open-bills payments.payables payments.payables-csv
      payments.payables-summary payments.payment-information-approvers-metadata payments.payment-methods
      payments.payment-methods-needs-attention payments.preview-run payments.recognize-invoice-vendor
      payments.reject-invoice payments.renew-invoice-address payments.reveal-payment-information
      payments.save-payment-information-approvers payments.schedule-bill-payment payments.send-gl-entry
      payments.send-remittance-email payments.set-default-payment-method payments.set-limits
      payments.set-vendor-invoice-settings payments.setup-intents payments.start-bill-payment-process
      payments.take-shared-payment-information payments.transfer-funds payments.transfers payments.trial-balance
      payments.trial-balance-csv payments.unschedule-bill-payment payments.update-bill-payment-method
      payments.update-bill-payment-paid-outside payments.update-erp-vendor-payment-information
      payments.waiting-payment-information payments.worklist query.bankTransferErpSyncEntry query.billErpSyncEntry query.billFormValues
      query.billPaymentErpSyncEntry query.erpOptions`,
  },
  {
    features: ['paymentsOnboarded'],
    refused: `
      bill-payments.by-filter bill-payments.by-filter-csv bill-payments.delete-view bill-payments.list
      bill-payments.save-filter bill-payments.views payments.get-bill-payment`,
  },
  {
    features: ['enablePaymentsProcessing'],
    refused: `
      payments.create-run payments.decide-run payments.schedule-bill-payment payments.start-bill-payment-process`,
  },
  {
    features: ['enablePaymentAccounting'],
    refused: `
      mutation.syncAchLoadToErp mutation.syncBillPaymentToErp mutation.syncBillToErp
      payments.delete-gl-ach-load-entry payments.delete-gl-bill-entry payments.delete-gl-bill-payment-entry
      payments.gl-entry payments.list-gl-entries payments.open-bills payments.payables payments.payables-csv
      payments.payables-summary payments.send-gl-entry payments.trial-balance payments.trial-balance-csv`,
  },
  {
    features: ['enableEntities'],
    refused: `
      organisation.all-entities organisation.delete-entity organisation.merge-entity organisation.save-entities`,
  },
  {
    features: ['enableIntakeRequests', 'enableSpendRequests', 'paymentsEnabled'],
    refused: `
      approvals.answer-send-back approvals.find-running approvals.get-deadlines approvals.get-decision-links
      approvals.inbox approvals.move-running approvals.revoke-decision approvals.save-deadlines
      approvals.save-decision-links approvals.send-back approvals.take-back-send-back approvals.withdraw
      business-hours.get business-hours.holidays business-hours.save home.waiting
      proposed-vendors.get proposed-vendors.propose settings.set-request-approval-mode workflow-tasks.add-documents
      workflow-tasks.create-thread workflow-tasks.history workflow-tasks.list-documents workflow-tasks.list-threads
      workflow-tasks.replace-approvers workflow-tasks.retry workflow-tasks.set-assignee
      workflow-tasks.set-block-status`,
  },
]

export const refusedIn = ({ refused }: (typeof WITHOUT)[number]): string[] => refused.trim().split(/\s+/)
