import * as endpoints from '../../../schema/services/endpoints.ts'
import { door } from '../../transport/rest.ts'
import * as change from './change.ts'
import { listServices, readService } from './list.ts'

export const serviceDoors = [
  door(endpoints.listServices, listServices),
  door(endpoints.createService, change.createService),
  door(endpoints.archiveServices, change.archiveServices),
  door(endpoints.getService, readService),
  door(endpoints.updateService, change.updateService),
  door(endpoints.deleteService, change.deleteService),
  door(endpoints.addServiceItem, change.addServiceItem),
]
