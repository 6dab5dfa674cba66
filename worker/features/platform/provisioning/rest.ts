import {
  createProvisioningKey,
  getProvisioning,
  revokeProvisioningKey,
  setNewPeople as setNewPeopleEndpoint,
} from '../../../../schema/platform/provisioning/endpoints.ts'
import * as endpoints from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { createKey, readProvisioning, revokeKey } from './keys.ts'
import {
  listBusinessUnitMappings,
  listDepartmentMappings,
  listEntityMappings,
  listGroupMappings,
  readNeedsAttention,
  saveBusinessUnitMappings,
  saveDepartmentMappings,
  saveEntityMappings,
  saveGroupMappings,
} from './mappings.ts'
import { setNewPeople } from './new-people.ts'
import './references.ts'

export const provisioningDoors: Door[] = [
  door(getProvisioning, readProvisioning),
  door(createProvisioningKey, createKey),
  door(revokeProvisioningKey, revokeKey),
  door(setNewPeopleEndpoint, setNewPeople),
  door(endpoints.listEntityMappings, listEntityMappings),
  door(endpoints.saveEntityMappings, saveEntityMappings),
  door(endpoints.listBusinessUnitMappings, listBusinessUnitMappings),
  door(endpoints.saveBusinessUnitMappings, saveBusinessUnitMappings),
  door(endpoints.listDepartmentMappings, listDepartmentMappings),
  door(endpoints.saveDepartmentMappings, saveDepartmentMappings),
  door(endpoints.listGroupMappings, listGroupMappings),
  door(endpoints.saveGroupMappings, saveGroupMappings),
  door(endpoints.needsAttention, readNeedsAttention),
]
