import { billPaymentFixtures } from '../../fixtures/bill-payments.ts'
import { paymentDetailsFixtures } from '../../fixtures/payment-details.ts'
import { paymentFixtures } from '../../fixtures/payments.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...paymentFixtures, ...paymentDetailsFixtures, ...billPaymentFixtures },
  left: {
    'payments.check-account': left(),
    'payments.create-account': left('payments.account-created'),
    'payments.create-setup-intent': left('payments.bank-account-added'),
    'payments.set-default-payment-method': left('payments.default-bank-account'),
    'payments.attach-to-erp-entity': left('payments.bank-account-attached'),
    'payments.delete-payment-method': left('payments.bank-account-removed', 'payments.follow'),
    'payments.update-erp-vendor-payment-information': left('payments.details-entered', 'checks.run payments.alarm'),
    'payments.take-shared-payment-information': left('payments.details-entered', 'checks.run payments.alarm'),
    'payments.confirm-payment-information': left('payments.details-confirmed', 'checks.run'),
    'payments.delete-payment-information': left('payments.details-deleted', 'checks.run'),
    'payments.reveal-payment-information': left('payments.details-revealed'),
    'payments.save-payment-information-approvers': left('company.setting-asked', 'payments.alarm'),
    'bill-payments.save-filter': left(),
    'bill-payments.delete-view': left(),
    'payments.start-bill-payment-process': left('bill.payment-started', 'payments.follow'),
    'payments.schedule-bill-payment': left('bill.payment-scheduled'),
    'payments.unschedule-bill-payment': left('bill.payment-unscheduled'),
    'payments.send-remittance-email': left('bill.payment-advice-sent', 'payments.remittance'),
    'payments.update-bill-payment-method': left('bill.payment-method-set'),
    'payments.cancel-bill-payment': left('bill.payment-cancelled'),
    'payments.update-bill-payment-paid-outside': left('bill.payment-paid-outside', 'checks.run'),
    'payments.add-payment-information-to-bill-payment': left('bill.payment-details-chosen'),
    'payments.add-manual-payment-information': left(
      'payments.details-entered',
      'checks.run payments.alarm payments.details-changed',
    ),
    'payments.invite-to-add-payment-information': left('vendor.portal-invited', 'vendor-portal.invitation'),
    'payments.create-run': left('payments.run-started bill.payment-started', 'payments.follow'),
    'payments.decide-run': left('payments.run-confirmed bill.payment-started', 'payments.follow'),
    'payments.set-limits': left('payments.limits-changed'),
    'payments.renew-invoice-address': left('payments.invoice-address-changed'),
    'mutation.setErpEntityEmail': left('payments.invoice-address-changed'),
    'payments.load-funds': left('payments.transfer-started', 'payments.follow'),
    'payments.transfer-funds': left('payments.transfer-started', 'payments.follow'),
  },
  leftElse: {
    'payments.update-bill-payment-paid-outside isPaidOutside true': left(''),
    'payments.update-bill-payment-paid-outside isPaidOutside false': left('bill.payment-not-paid-outside'),
    'payments.confirm-payment-information shouldConfirm false': left('payments.details-rejected', 'checks.run'),
    'payments.decide-run shouldConfirm false': left('payments.run-rejected'),
  },
  limits: {
    'payments.create-setup-intent': 'accountHolderName 200; accountNumber 60; routingNumber 40',
    'payments.load-funds': 'amount 100–1000000000',
    'payments.preview-run': 'billPaymentIds[] 500',
    'payments.create-run': 'billPaymentIds[] 500',
    'payments.renew-invoice-address': 'shortName 40',
    'mutation.setErpEntityEmail': 'emailShortName 40',
    'payments.set-limits': 'runLimit 0–1000000000000; freeBelow 0–1000000000000',
    'payments.add-manual-payment-information':
      'accountHolderName 200; accountNumber 60; routingNumber 40; address1 300; address2 300; city 120; state 120; postalCode 40; country 80; remittanceEmail 254',
    'payments.invite-to-add-payment-information': 'email 254; message 2000',
    'bill-payments.by-filter': 'by[] 3; dir[] 3',
    'bill-payments.list': 'search 200; by[] 3; dir[] 3',
    'bill-payments.save-filter': 'search 200; by[] 3; dir[] 3; columns 3000; label 80',
    'payments.save-payment-information-approvers': 'groupIds[] 50',
    'payments.transfer-funds': 'amount 100–1000000000',
    'payments.update-erp-vendor-payment-information':
      'accountHolderName 200; accountNumber 60; routingNumber 40; address1 300; address2 300; city 120; state 120; postalCode 40; country 80; remittanceEmail 254',
  },
  acting: ['bill-payments.save-filter', 'bill-payments.delete-view'],
}
