import * as blockEndpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { revokeDecision as revokeEndpoint } from '../../../../schema/approvals/engine/revoke-endpoints.ts'
import * as sendBackEndpoints from '../../../../schema/approvals/engine/send-back-endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readBlockHistory } from './history.ts'
import { revokeDecision } from './revoke.ts'
import { replaceBlockApprovers, retryBlock, setBlockAssignee, setBlockStatus } from './route.ts'
import { answerSendBack, sendBack, takeBackSendBack, withdraw } from './send-back.ts'

export const blockDoors: Door[] = [
  door(blockEndpoints.setBlockStatus, setBlockStatus),
  door(blockEndpoints.setBlockAssignee, setBlockAssignee),
  door(blockEndpoints.replaceBlockApprovers, replaceBlockApprovers),
  door(blockEndpoints.retryBlock, retryBlock),
  door(revokeEndpoint, revokeDecision),
  door(blockEndpoints.getBlockHistory, readBlockHistory),
  door(sendBackEndpoints.withdrawSubject, withdraw),
  door(sendBackEndpoints.sendBackBlock, sendBack),
  door(sendBackEndpoints.takeBackSendBack, takeBackSendBack),
  door(sendBackEndpoints.answerSendBack, answerSendBack),
]
