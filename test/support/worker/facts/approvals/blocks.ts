import { requestRoutingFixtures } from '../../fixtures/request-routing.ts'
import { sendBackFixtures } from '../../fixtures/send-back.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...requestRoutingFixtures, ...sendBackFixtures },
  left: {
    'intake.bypass': left('intake-submission.block-bypassed', 'request.notify'),
    'intake.set-archived': left('intake-submission.archived', 'request.notify'),
    'intake.set-assignee': left('intake-submission.assigned', 'request.notify'),
    'intake.add-watchers': left('intake-submission.watchers-set', 'request.notify'),
    'intake.add-task': left('intake-submission.blocks-added', 'request.notify'),
    'workflow-tasks.set-block-status': left('intake-submission.work-status-set'),
    'approvals.revoke-decision': left('intake-submission.decision-revoked', 'request.notify'),
    'workflow-tasks.set-assignee': left('intake-submission.block-assigned', 'request.notify'),
    'workflow-tasks.replace-approvers': left('intake-submission.approvers-replaced', 'request.notify'),
    'approvals.save-deadlines': left('company.approval-deadlines-changed'),
    'approvals.withdraw': left('intake-submission.withdrawn', 'request.notify'),
    'approvals.send-back': left('intake-submission.sent-back', 'request.notify'),
    'approvals.take-back-send-back': left('intake-submission.send-back-taken-back', 'request.notify'),
    'approvals.answer-send-back': left('intake-submission.send-back-answered', 'request.notify'),
    'intake.add-vendors': left('intake-submission.vendors-linked'),
    'intake.unlink-vendor': left('intake-submission.vendor-unlinked'),
    'intake.add-documents': left('intake-submission.documents-added'),
    'workflow-tasks.add-documents': left('intake-submission.documents-added'),
    'intake.unlink-document': left('intake-submission.document-removed'),
  },
  leftElse: {
    'intake.set-archived archived true': left(''),
    'intake.set-archived archived false': left('intake-submission.unarchived', 'request.notify'),
  },
  limits: {
    'intake.add-documents': 'documentIds[] 100',
    'intake.add-task':
      'level 1–1000; label 200; description 5000; stepIds[] 20; intakeCategoryIds[] 10; email 320; emailCopy 5000; approverGroupIds[] 100; approverUserIds[] 100; count 1–100',
    'intake.add-vendors': 'vendorIds[] 100',
    'intake.add-watchers': 'watcherIds[] 100; seenWatcherIds[] 500',
    'intake.bypass': 'approverNote 5000',
    'approvals.answer-send-back': 'message 5000',
    'approvals.save-deadlines': 'hours 1–400; nudgePercent 10–100',
    'approvals.send-back': 'message 5000',
    'approvals.withdraw': 'message 5000',
    'intake.set-archived': 'message 5000',
    'approvals.revoke-decision': 'reason 5000',
    'workflow-tasks.add-documents': 'documentIds[] 100',
    'workflow-tasks.replace-approvers': 'approverGroupIds[] 100; approverUserIds[] 100; count 1–100',
  },
  acting: [
    'intake.set-archived',
    'intake.set-assignee',
    'intake.add-watchers',
    'intake.add-documents',
    'intake.unlink-document',
    'intake.add-vendors',
    'intake.unlink-vendor',
    'workflow-tasks.add-documents',
    'approvals.answer-send-back',
  ],
}
