import { registerProvenDomains } from '../provisioning/index.ts'
import { companyOfDomain } from './directory.ts'

registerProvenDomains(async (context, domain) => {
  const owner = await companyOfDomain(context, domain)
  return owner?.companyId === context.actor.companyId
})
