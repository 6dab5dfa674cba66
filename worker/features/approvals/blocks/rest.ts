import * as blockEndpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readBlockHistory } from './history.ts'
import { replaceBlockApprovers, retryBlock, setBlockAssignee, setBlockStatus } from './route.ts'

export const blockDoors: Door[] = [
  door(blockEndpoints.setBlockStatus, setBlockStatus),
  door(blockEndpoints.setBlockAssignee, setBlockAssignee),
  door(blockEndpoints.replaceBlockApprovers, replaceBlockApprovers),
  door(blockEndpoints.retryBlock, retryBlock),
  door(blockEndpoints.getBlockHistory, readBlockHistory),
]
