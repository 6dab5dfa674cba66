import { vendorCompanyFixtures } from '../../fixtures/vendor-companies.ts'
import { vendorInvitationFixtures } from '../../fixtures/vendor-invitations.ts'
import { vendorPortalFixtures } from '../../fixtures/vendor-portal.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...vendorPortalFixtures, ...vendorCompanyFixtures, ...vendorInvitationFixtures },
  left: {
    'vendor-portal.token-with-company': left('session.chose-company'),
    'vendor-portal.update-company': left('vendor-company.changed', 'vendor-portal.news vendor-portal.news'),
    'vendor-portal.create-address': left('vendor-company.address-added'),
    'vendor-portal.update-address': left('vendor-company.address-changed'),
    'vendor-portal.delete-address': left('vendor-company.address-deleted'),
    'vendor-portal.create-contact': left('vendor-company.contact-added'),
    'vendor-portal.update-contact': left('vendor-company.contact-changed'),
    'vendor-portal.delete-contact': left('vendor-company.contact-deleted'),
    'vendor-portal.create-payment-information': left('vendor-company.bank-account-added'),
    'vendor-portal.update-payment-information': left('vendor-company.bank-account-changed'),
    'vendor-portal.delete-payment-information': left('vendor-company.bank-account-deleted'),
    'vendor-portal.share-contacts': left('vendor-company.sharing-changed', 'vendor-portal.news'),
    'vendor-portal.share-payment-information': left('vendor-company.sharing-changed', 'vendor-portal.news'),
    'vendor-portal.create-member': left('vendor-company.member-added', 'vendor-portal.member'),
    'vendor-portal.remove-member': left('vendor-company.member-removed'),
    'vendor-portal.accept-invitation': left('vendor-company.invitation-accepted', 'vendor-portal.news'),
    'vendor-portal.reject-invitation': left('vendor-company.invitation-rejected', 'vendor-portal.news'),
    'vendor-portal.accept-by-link': left('vendor-company.invitation-accepted session.signed-in', 'vendor-portal.news'),
    'vendor-portal.reject-by-link': left('', 'vendor-portal.news'),
    'vendors.create-invitation': left('vendor.portal-invited', 'vendor-portal.invitation'),
    'vendors.resend-invitation': left('vendor.portal-invited-again', 'vendor-portal.invitation'),
    'vendors.cancel-invitation': left('vendor.portal-invitation-cancelled'),
  },
  limits: {
    'vendors.create-invitation': 'email 254; message 2000',
    'vendors.will-invitation-reset': 'email 254',
    'vendor-portal.accept-by-link': 'token 200; firstName 100; lastName 100; vendorCompanyName 200',
    'vendor-portal.create-address': 'address1 300; address2 300; city 120; state 120; postalCode 40; country 80',
    'vendor-portal.create-contact': 'firstName 100; lastName 100; email 254; memo 500',
    'vendor-portal.create-member': 'firstName 100; lastName 100; email 254',
    'vendor-portal.create-payment-information':
      'accountHolderName 200; routingNumber 40; address1 300; address2 300; city 120; state 120; postalCode 40; country 80; remittanceEmail 254; memo 500; accountNumber 60',
    'vendor-portal.preview-invitation': 'token 200',
    'vendor-portal.reject-by-link': 'token 200',
    'vendor-portal.share-contacts': 'contacts[] 100',
    'vendor-portal.share-payment-information': 'paymentInformation[] 100',
    'vendor-portal.update-address': 'address1 300; address2 300; city 120; state 120; postalCode 40; country 80',
    'vendor-portal.update-company': 'name 200',
    'vendor-portal.update-contact': 'firstName 100; lastName 100; email 254; memo 500',
    'vendor-portal.update-payment-information':
      'accountHolderName 200; routingNumber 40; address1 300; address2 300; city 120; state 120; postalCode 40; country 80; remittanceEmail 254; memo 500; accountNumber 60',
  },
}
