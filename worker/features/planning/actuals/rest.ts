import * as lookups from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import * as links from '../../../../schema/planning/actuals/link-endpoints.ts'
import * as endpoints from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { door } from '../../../transport/rest.ts'
import * as erp from './erp-lookups.ts'
import { answerLink, setLinking, undoLink } from './linking/answer.ts'
import { readVendorLinks } from './linking/list.ts'
import { dismissVendors, listEntitiesOfErp, mapEntities } from './mapping-contract.ts'
import { listMappingsOf, readUnmappedCounts } from './mapping-list.ts'
import { saveMappingsOf } from './mapping-save.ts'
import { undoMappingsOf } from './mapping-undo.ts'

export const mappingDoors = [
  door(endpoints.unmappedCounts, readUnmappedCounts),
  door(endpoints.listErpEntities, listEntitiesOfErp),
  door(endpoints.mapErpEntities, mapEntities),
  door(endpoints.dismissVendorMapping, dismissVendors),
  door(endpoints.listMappings, listMappingsOf),
  door(endpoints.saveMappings, saveMappingsOf),
  door(endpoints.undoMappings, undoMappingsOf),

  door(links.listVendorLinks, readVendorLinks),
  door(links.setVendorLinking, setLinking),
  door(links.answerVendorLink, answerLink),
  door(links.undoVendorLink, undoLink),

  door(lookups.listErpAccounts, erp.readErpAccounts),
  door(lookups.listErpVendors, erp.readErpVendors),
  door(lookups.listAmortizationTemplates, erp.readAmortizationTemplates),
  door(lookups.listErpCurrencies, erp.readErpCurrencies),
  door(lookups.erpCurrencyOptions, erp.readErpCurrencyOptions),
  door(lookups.erpVendorOptions, erp.readErpVendorOptions),
  door(lookups.erpTaxCodeOptions, erp.readErpTaxCodeOptions),
]
