import { sourcingBidFixtures, sourcingEventFixtures } from '../../fixtures/sourcing-events.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...sourcingEventFixtures, ...sourcingBidFixtures },
  left: {
    'sourcing-events.create': left('sourcing-event.created'),
    'sourcing-events.update': left('sourcing-event.changed'),
    'sourcing-events.delete': left('sourcing-event.deleted'),
    'sourcing-events.publish': left('sourcing-event.published', 'sourcing-event.mail-bidder'),
    'sourcing-events.postpone': left('sourcing-event.postponed', 'sourcing-event.mail-bidder'),
    'sourcing-events.cancel': left('sourcing-event.cancelled', 'sourcing-event.mail-bidder'),
    'sourcing-events.add-bidder': left('sourcing-event.bidder-added', 'sourcing-event.mail-bidder'),
    'sourcing-events.remove-bidder': left('sourcing-event.link-revoked', 'sourcing-event.mail-bidder'),
    'sourcing-events.send-link': left('sourcing-event.link-sent', 'sourcing-event.mail-bidder'),
    'sourcing-events.link-vendor': left('sourcing-event.vendor-linked'),
    'sourcing-events.answer-question': left('sourcing-event.question-answered', 'sourcing-event.mail-bidder'),
    'sourcing-events.post-notice': left('sourcing-event.notice-published', 'sourcing-event.mail-bidder'),
    'sourcing-events.save-scores': left('sourcing-event.scores-submitted'),
    'sourcing-events.award': left('sourcing-event.awarded', 'sourcing-event.mail-bidder'),
    'sourcing-bid.see': left(),
    'sourcing-bid.ask': left('sourcing-event.question-asked', 'sourcing-event.notify'),
    'sourcing-bid.save': left(),
    'sourcing-bid.submit': left('sourcing-event.bid-submitted', 'sourcing-event.mail-bidder'),
    'sourcing-bid.withdraw': left('sourcing-event.bid-withdrawn'),
    'sourcing-bid.add-file': left(),
    'sourcing-bid.remove-file': left(),
  },
  leftElse: {
    'sourcing-events.save-scores submit false': left(''),
  },
  limits: {
    'sourcing-bid.add-file': 'token 200',
    'sourcing-bid.ask': 'token 200; question 2000',
    'sourcing-bid.get': 'token 200',
    'sourcing-bid.logo': 'token 200',
    'sourcing-bid.open-file': 'token 200',
    'sourcing-bid.remove-file': 'token 200',
    'sourcing-bid.save':
      'token 200; leadTimeDays 0–3650; remark 5000; answers[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; fileIds[] 20',
    'sourcing-bid.see': 'token 200',
    'sourcing-bid.submit':
      'token 200; leadTimeDays 0–3650; remark 5000; answers[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; fileIds[] 20',
    'sourcing-bid.withdraw': 'token 200',
    'sourcing-events.add-bidder': 'name 200; email 254',
    'sourcing-events.answer-question': 'question 2000; answer 5000',
    'sourcing-events.award': 'reason 5000; winnerText 5000; refusalText 5000',
    'sourcing-events.cancel': 'reason 1000',
    'sourcing-events.create':
      'title 200; description 10000; criteria[] 20; label 120; description 500; weight 1–100; reviewerIds[] 20; ownerIds[] 10',
    'sourcing-events.list': 'search 200; by[] 3; dir[] 3',
    'sourcing-events.list-csv': 'search 200; by[] 3; dir[] 3',
    'sourcing-events.post-notice': 'question 2000; answer 5000',
    'sourcing-events.postpone': 'reason 1000',
    'sourcing-events.save-scores': 'scores[] 800; score 0–10; note 2000',
    'sourcing-events.update':
      'title 200; description 10000; criteria[] 20; label 120; description 500; weight 1–100; reviewerIds[] 20; ownerIds[] 10',
  },
}
