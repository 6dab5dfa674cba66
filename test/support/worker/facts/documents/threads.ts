import { threadFixtures } from '../../fixtures/threads.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: threadFixtures,
  left: {
    'threads.update-comment': left('intake-submission.comment-edited'),
    'threads.delete-comment': left('intake-submission.comment-deleted'),
    'threads.resolve': left('intake-submission.thread-resolved'),
    'threads.unresolve': left('intake-submission.thread-reopened'),
    'intake.create-thread': left('intake-submission.commented', 'request.notify'),
    'threads.create-for-request': left('intake-submission.commented', 'request.notify'),
    'vendors.create-thread': left('vendor.commented'),
    'services.create-thread': left('service.commented'),
    'documents.create-thread': left('document.commented'),
    'workflow-tasks.create-thread': left('intake-submission.commented', 'request.notify'),
    'threads.create-comment-line': left('intake-submission.commented', 'request.notify'),
  },
  limits: {
    'documents.create-thread': 'commentBody 10000; documentIds[] 20',
    'intake.create-thread': 'commentBody 10000; documentIds[] 20',
    'services.create-thread': 'commentBody 10000; documentIds[] 20',
    'threads.create-comment-line': 'body 10000; documentIds[] 20',
    'threads.create-for-request': 'commentBody 10000',
    'threads.update-comment': 'body 10000',
    'vendors.create-thread': 'commentBody 10000; documentIds[] 20',
    'workflow-tasks.create-thread': 'commentBody 10000; documentIds[] 20',
  },
  acting: [
    'intake.create-thread',
    'threads.create-for-request',
    'vendors.create-thread',
    'services.create-thread',
    'documents.create-thread',
    'workflow-tasks.create-thread',
    'threads.create-comment-line',
    'threads.update-comment',
    'threads.delete-comment',
    'threads.resolve',
    'threads.unresolve',
  ],
}
