import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Texts of an object as its table keeps them. Long ones repeat themselves, and every request has some. */

/** Shorter ones hardly become smaller. */
const LONG = 160

export type Packed = string | ArrayBuffer

/**
 * What most texts have in them. It is a part of how they are kept, so it never changes: another one would need another
 * table.
 */
const WORDS = new TextEncoder().encode(
  [
    '"watchers":[],"assignee":null,"parentId":null,"subLevel":0,"reason":"Always","basis":null,"settings":{},"automatic":null',
    '"onBehalfOf":{"userId":"","comment":"","answersVersion":1,"decisions":[],"workStatus":"PENDING","workStatusHistory":[]',
    '"quorum":{"kind":"ANY"},"approversNote":"","approverType":"CUSTOM_APPROVERS","approvers":[{"userId":"","name":"","askedAt":',
    '"conditionAnyOfs":[],"conditionNumerics":[],"conditionBooleans":[],"conditionDates":[],"documentTypes":[],"options":[]',
    '"recipients":[{"userId":"","kind":"APPROVAL_REQUESTED","role":"APPROVER","isOwn":true,"blockLabel":"","asked":[{"blockId":',
    '{"userId":"","kind":"REQUEST_APPROVED","role":"REQUESTOR","isOwn":true},"userIds":[""]}],"holds":true,"heldUntil":',
    '"targetType":"INTAKE_SUBMISSION","targetId":"","actorName":"","companyId":"","version":1,"content":{"labels":{"level":1',
    '{"type":"block.approved","blockId":"","how":"DECISIONS",{"type":"request.approved",{"type":"blocks.opened","blockIds":["',
    '{"type":"block.decided","blockId":"","decision":{"userId":"","name":"","decision":"APPROVED","comment":"","answersVersion":1',
    '","schemaVersion":3,"sequence":,"at":1,"actor":{"userId":"","name":"","impersonatorUserId":null,"kind":"USER"}}',
  ].join(''),
)

export const pack = (text: string): Packed => {
  if (text.length < LONG) return text
  const { buffer, byteOffset, byteLength } = deflateRawSync(text, { dictionary: WORDS, level: 6 })
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

export const unpack = (kept: Packed): string =>
  typeof kept === 'string' ? kept : inflateRawSync(new Uint8Array(kept), { dictionary: WORDS }).toString('utf8')
