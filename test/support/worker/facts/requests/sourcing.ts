import { sourcingFixtures } from '../../fixtures/sourcing.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: sourcingFixtures,
  left: {
    'public.submit-request': left('intake-submission.submitted', 'request.notify sourcing.receipt'),
    'public.grant-upload': left(),
    'public.upload': left('document.created', 'document.read'),
  },
  limits: {
    'public.grant-upload': 'visit 200; fileName 300',
    'public.question-options': 'search 200',
    'public.receipt': 'token 200',
    'public.submit-request':
      'name 120; email 254; visit 200; website 500; personToken 2048; batch 1–100; totalBatches 1–100; title 500; answers[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; steps[] 100; stepLabel 500; fields[] 1000',
    'public.upload': 'policy 4000; key 200',
  },
}
