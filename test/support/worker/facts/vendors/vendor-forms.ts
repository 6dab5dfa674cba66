import { vendorDocumentFixtures } from '../../fixtures/vendor-documents.ts'
import { vendorFormPortalFixtures } from '../../fixtures/vendor-form-portal.ts'
import { vendorFormUpdateFixtures } from '../../fixtures/vendor-form-updates.ts'
import { vendorFormFixtures } from '../../fixtures/vendor-forms.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: {
    ...vendorFormFixtures,
    ...vendorFormPortalFixtures,
    ...vendorFormUpdateFixtures,
    ...vendorDocumentFixtures,
  },
  left: {
    'vendors.send-intake-invitation': left('vendor-form.sent intake-submission.form-sent', 'vendor-form.send'),
    'workflow-tasks.send-vendor-forms': left(
      'vendor-form.sent intake-submission.form-sent intake-submission.task-sent',
      'vendor-form.changed vendor-form.send',
    ),
    'vendor-forms.resend': left('vendor-form.sent-again', 'vendor-form.send'),
    'vendor-forms.revoke': left('vendor-form.closed'),
    'vendor-forms.choose-updates': left('intake-submission.updates-chosen'),
    'vendor-forms.confirm-updates': left(),
    'vendors.delete-form-submission': left('vendor-form.deleted'),
    'vendor-portal.submit-form': left('intake-submission.submitted', 'request.notify'),
    'vendor-portal.create-thread': left('intake-submission.commented', 'request.notify vendor-form.news'),
    'vendor-portal.reply-thread': left('intake-submission.commented', 'request.notify vendor-form.news'),
    'vendor-portal.update-comment': left('intake-submission.comment-edited'),
    'vendor-portal.delete-comment': left('intake-submission.comment-deleted'),
    'vendor-portal.signed-upload-url': left(),
    'vendor-portal.create-document': left(),
    'vendor-forms.submit-link': left('intake-submission.submitted', 'request.notify'),
    'vendor-forms.link-upload-url': left(),
    'vendor-portal.describe-document': left(),
    'vendor-forms.describe-link-document': left(),
    'vendor-portal.reuse-document': left('document.created', 'document.read vendor-portal.news'),
    'vendor-portal.renew-document': left('vendor.document-renewed intake-submission.document-renewed', 'vendor.notify'),
    'vendor-forms.renew-link-document': left(
      'vendor.document-renewed intake-submission.document-renewed',
      'vendor.notify',
    ),
    'vendor-forms.create-link-thread': left('intake-submission.commented', 'request.notify vendor-form.news'),
    'vendor-forms.reply-by-link': left('intake-submission.commented', 'request.notify vendor-form.news'),
    'vendor-portal.account-by-form': left('vendor.portal-account-asked', 'vendor-portal.invitation'),
  },
  leftElse: {
    'vendor-forms.submit-link isDraft true': left(''),
    'vendor-portal.submit-form isDraft true': left(''),
  },
  limits: {
    'vendor-forms.create-link-thread': 'token 200; commentBody 10000; documentIds[] 20; name 120',
    'vendor-forms.describe-link-document': 'token 200',
    'vendor-forms.link-documents': 'token 200',
    'vendor-forms.link-threads': 'token 200',
    'vendor-forms.link-upload-url': 'token 200; fileName 300',
    'vendor-forms.open-link-document': 'token 200',
    'vendor-forms.renew-link-document': 'token 200',
    'vendor-forms.reply-by-link': 'token 200; body 10000; documentIds[] 20; name 120',
    'vendor-portal.account-by-form': 'token 200',
    'vendor-forms.list': 'search 200; by[] 1; dir[] 1',
    'vendors.form-submissions-csv': 'search 200; by[] 1; dir[] 1',
    'vendor-forms.open-link': 'token 200',
    'vendor-forms.submit-link':
      'token 200; steps[] 100; stepLabel 500; fields[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; batch 1–100; totalBatches 1–100; name 120',
    'vendor-portal.create-document': 'name 200; displayName 300; mimeType 200; type[] 10; type[] 80',
    'vendor-portal.create-thread': 'commentBody 10000; documentIds[] 20',
    'vendor-portal.reply-thread': 'body 10000; documentIds[] 20',
    'vendor-portal.update-comment': 'body 10000',
    'vendor-portal.users-for-mentions': 'query 200',
    'vendor-portal.signed-upload-url': 'fileName 300',
    'vendor-portal.submit-form':
      'steps[] 100; stepLabel 500; fields[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; batch 1–100; totalBatches 1–100',
    'vendors.send-intake-invitation': 'email 254; message 5000',
    'vendor-forms.choose-updates': 'leaveOut[] 1000',
    'workflow-tasks.send-vendor-forms': 'email 254; message 5000; intakeCategoryIds[] 10',
  },
  acting: ['vendors.send-intake-invitation', 'vendor-forms.resend', 'vendor-forms.revoke'],
}
