import * as endpoints from '../../../../schema/vendors/services/endpoints.ts'
import { getServiceFields } from '../../../../schema/vendors/services/from-document.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { door } from '../../../transport/rest.ts'
import * as change from './change.ts'
import { createFromTask } from './create-from-task.ts'
import { readCustomFields } from './fields.ts'
import { readServiceFields } from './from-document.ts'
import { readService, serviceOperations } from './list.ts'

export const serviceDoors = [
  ...viewDoors(endpoints.serviceList, serviceOperations),
  door(endpoints.getServiceCustomFields, readCustomFields),
  door(getServiceFields, readServiceFields),
  door(endpoints.createService, change.createService),
  door(endpoints.createServiceFromTask, createFromTask),
  door(endpoints.archiveServices, change.archiveServices),
  door(endpoints.getService, readService),
  door(endpoints.updateService, change.updateService),
  door(endpoints.deleteService, change.deleteService),
  door(endpoints.addServiceItem, change.addServiceItem),
]
