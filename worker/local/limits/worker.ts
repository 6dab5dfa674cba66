import worker, {
  ApprovalObject as PlainApprovalObject,
  ConnectionObject as PlainConnectionObject,
  SealObject as PlainSealObject,
} from '../../index.ts'
import { countedFetch } from './enforce.ts'
import { limited, limitedObject } from './handlers.ts'

/** The Worker as tests and the local host run it: what production refuses is refused. */

export class ApprovalObject extends limitedObject('ApprovalObject', PlainApprovalObject) {}
export class ConnectionObject extends limitedObject('ConnectionObject', PlainConnectionObject) {}
export class SealObject extends limitedObject('SealObject', PlainSealObject) {}

export default limited(worker)

globalThis.fetch = countedFetch(globalThis.fetch)
